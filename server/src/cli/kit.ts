/** `chat-template kit PATH`: what a trainer needs to keep sampled ids, as files. */
import path from 'node:path';
import type { Conversation, Json } from '../../../protocol/conversation.ts';
import { certifyFully } from '../certify/index.ts';
import { kitFiles, kitText } from '../certify/kit/files.ts';
import { titoKit, type KitResult } from '../certify/kit/kit.ts';
import { RenderStopped } from '../certify/subject.ts';
import { shippedKitPrograms } from '../host/kitPrograms.ts';
import { exitCode, InputError, type Outcome } from './failure.ts';
import { readInput, type InputOptions } from './input.ts';
import { writeOutput } from './output.ts';

export interface KitOptions extends InputOptions {
  /** A folder for the files; else the kit's JSON is printed. */
  readonly output?: string;
  /** A JSON object of variables that every render is given. */
  readonly kwargs?: string;
  readonly version: string;
}

/** Exit code 1 where the template has no kit: the reason, and what may repair it. */
export async function kit(named: string, options: KitOptions): Promise<Outcome> {
  const kwargs = variablesOf(options.kwargs);
  const { input, shownPath, tokenizerNote } = await readInput(named, options);
  if (input.tokenizer === null)
    throw new InputError(`a kit is about token ids, and there is no tokenizer: ${tokenizerNote}`);
  const { analysis, certification } = certifyFully(input);
  if (analysis === null)
    return {
      output: certification.findings.map(({ message }) => `${message}\n`).join(''),
      code: exitCode.findings,
    };
  const making = { name: path.basename(shownPath), toolVersion: options.version, kwargs };
  const result = kitOrStopped(() => titoKit(analysis, input.tokenizerInfo, making));
  if (!result.ok) {
    const help = result.repairable
      ? `Proven edits, where there are some: chat-template fix ${named} --profile trl-grpo\n`
      : '';
    return { output: `${shownPath} has no kit. ${result.reason}\n${help}`, code: exitCode.findings };
  }
  if (options.output === undefined) return { output: kitText(result.kit), code: exitCode.clean };
  const files = kitFiles(result.kit, await shippedKitPrograms());
  for (const { name, text } of files) await writeOutput(path.join(options.output, name), text);
  const { conversations, same, appends } = result.kit.proof;
  const { tool, user, userRefused } = result.kit.append;
  const lines = [
    `${options.output}: ${files.map(({ name }) => name).join(', ')}`,
    `${appends} appends in ${conversations} conversations have the ids of the whole render`,
    ...(same === conversations
      ? []
      : [
          `in ${conversations - same} of them a turn begins with what merges with its prompt when it is rendered anew: keep its ids`,
        ]),
    `tools: ${tool.rule}${tool.separator === null ? ', one answer at a time' : ''}`,
    user === null ? `users: no rule, ${userRefused}` : `users: ${user.rule}`,
  ];
  return { output: lines.map((line) => `${line}\n`).join(''), code: exitCode.clean };
}

/** A kit asks for renders that the check had not: they may meet a limit that the check did not. */
function kitOrStopped(make: () => KitResult): KitResult {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RenderStopped)) throw error;
    return { ok: false, reason: `Rendering was stopped: ${error.message}.`, repairable: false };
  }
}

export function variablesOf(kwargs: string | undefined): Conversation['kwargs'] {
  if (kwargs === undefined) return {};
  const value = jsonOf(kwargs);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InputError('--kwargs has to be a JSON object, such as {"enable_thinking": true}.');
  return value;
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new InputError(`--kwargs is not JSON: ${(error as Error).message}`);
  }
}
