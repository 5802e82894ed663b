/** `chat-template check PATH`: every property and finding of one template. */
import { certifyFully } from '../certify/index.ts';
import { proveFixes } from '../fix/index.ts';
import { writers } from '../report/registry.ts';
import { exitCode, InputError } from './failure.ts';
import { readInput, type InputOptions } from './input.ts';

export interface CheckOptions extends InputOptions {
  readonly format: string;
  readonly color: boolean;
}

/** The report and the exit code: findings of severity error make it 1. */
export async function check(path: string, options: CheckOptions): Promise<{ output: string; code: number }> {
  const writer = writers.find(({ format }) => format === options.format);
  if (writer === undefined) {
    const formats = writers.map(({ format }) => format).join(', ');
    throw new InputError(`there is no format "${options.format}"; choose one of: ${formats}`);
  }
  const { input, shownPath, tokenizerNote } = await readInput(path, options);
  const certified = certifyFully(input);
  const { certification, analysis } = certified;
  const fixes = proveFixes(input, certified);
  const checked = { path: shownPath, source: input.source, certification, analysis, fixes, tokenizerNote };
  const failed = certification.findings.some(({ severity }) => severity === 'error');
  return { output: writer.write([checked], options), code: failed ? exitCode.findings : exitCode.clean };
}
