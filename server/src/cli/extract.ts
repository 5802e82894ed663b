/** `chat-template extract PATH`: the template that is inside another file, as text. */
import { exitCode, InputError, type Outcome } from './failure.ts';
import { readTemplates } from './templates.ts';
import { writeOutput } from './output.ts';

export interface ExtractOptions {
  /** Which of several templates; else the one that renders. */
  readonly name?: string;
  /** A file instead of standard output. */
  readonly output?: string;
}

export async function extract(named: string, { name, output }: ExtractOptions): Promise<Outcome> {
  const templates = await readTemplates(named);
  const chosen = name === undefined ? templates.chosen : templates.all.find((one) => one.name === name);
  if (chosen === undefined || chosen === null) {
    const names = templates.all.map((one) => one.name).join(', ');
    if (names === '') throw new InputError(`${named} holds no chat template.`);
    throw new InputError(
      `${named} has no template ${name ?? 'that renders by itself'}. Say --name: ${names}.`,
    );
  }
  if (output === undefined) return { output: chosen.source, code: exitCode.clean };
  await writeOutput(output, chosen.source);
  return { output: '', code: exitCode.clean };
}
