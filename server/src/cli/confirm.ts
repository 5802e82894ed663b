/** `--confirm python`: asks a real Python for every render that a certificate rests on. */
import type { Judged } from '../../../protocol/worker.ts';
import { refusalToConfirm, rendersToConfirm } from '../certify/confirmation.ts';
import type { Analysis } from '../certify/index.ts';
import { confirmInPython, defaultPython } from '../host/confirmInPython.ts';
import { PythonUnavailable } from '../host/pythonBridge.ts';
import { load } from '../jinja/index.ts';
import { judgeAnswers } from '../rules/ct003PythonDisagrees.ts';
import { InputError } from './failure.ts';

export interface ConfirmOptions {
  /** Who is to confirm: `python`. */
  readonly confirm?: string;
  /** The interpreter; true: the usual one. Said without `confirm` it asks for that too. */
  readonly python?: string | true;
}

/** Null where nobody is to confirm. `analysis`: null where the template does not compile or was stopped at a limit. */
export async function confirmed(
  source: string,
  analysis: Analysis | null,
  options: ConfirmOptions,
): Promise<Judged | null> {
  const python = interpreterIn(options);
  if (python === null) return null;
  const renders = analysis === null ? refusalOf(source) : rendersToConfirm(analysis.subject);
  try {
    const answers = await confirmInPython(python, source, renders);
    return answers && judgeAnswers(source, analysis?.subject ?? null, answers);
  } catch (error) {
    if (error instanceof PythonUnavailable) throw new InputError(error.message);
    throw error;
  }
}

function interpreterIn({ confirm, python }: ConfirmOptions): string | null {
  if (confirm !== undefined && confirm !== 'python')
    throw new InputError(`nobody called "${confirm}" can confirm; choose: python`);
  if (typeof python === 'string') return python;
  return python === true || confirm !== undefined ? defaultPython : null;
}

/** Nothing was rendered: at least the refusal can be the same. */
function refusalOf(source: string) {
  const { error } = load(source);
  return error === null ? [] : [refusalToConfirm(error)];
}
