/** `chat-template delta PATH`: the tokens and text that a tool message appends. */
import { certifyFully, defaultToolResult, toolDeltaOf } from '../certify/index.ts';
import { exitCode } from './failure.ts';
import { readInput, type InputOptions } from './input.ts';

export interface DeltaOptions extends InputOptions {
  readonly result?: string;
  readonly format: string;
}

export async function delta(path: string, options: DeltaOptions): Promise<{ output: string; code: number }> {
  const { input } = await readInput(path, options);
  const { analysis, certification } = certifyFully(input);
  if (analysis === null) {
    return {
      output: `${certification.findings.map(({ message }) => message).join('\n')}\n`,
      code: exitCode.findings,
    };
  }
  const found = toolDeltaOf(analysis, options.result ?? defaultToolResult);
  if (!found.ok) return { output: `${found.reason}\n`, code: exitCode.findings };
  const { text, tail, rule, explanation, ids } = found;
  const output =
    options.format === 'json'
      ? JSON.stringify({ text, tail, rule, explanation, ids }, null, 2)
      : [
          text,
          '',
          `junction: ${rule}. ${explanation}`,
          ...(ids === null ? [] : [`ids: ${JSON.stringify(ids)}`]),
        ].join('\n');
  return { output: `${output}\n`, code: exitCode.clean };
}
