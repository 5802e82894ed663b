/** `chat-template schema PATH`: the derived parser as `response_schema` of a tokenizer. */
import { open } from '../certify/certify.ts';
import { exportSchema } from '../certify/response/schema/index.ts';
import { exitCode, InputError, type Outcome } from './failure.ts';
import { readInput, type InputOptions } from './input.ts';
import { variablesOf } from './kit.ts';
import { untilStopped } from './sampledTurn.ts';

export interface SchemaOptions extends InputOptions {
  readonly kwargs?: string;
}

export async function schema(path: string, options: SchemaOptions): Promise<Outcome> {
  const { input } = await readInput(path, options);
  const { subject, error } = open(input);
  if (subject === null) throw new InputError(`${path}: ${error.message}`);
  const made = untilStopped(() => exportSchema(subject, variablesOf(options.kwargs)));
  if (!made.ok) {
    return {
      output: `It can't be expressed as a response_schema: ${made.reason}.\n`,
      code: exitCode.findings,
    };
  }
  return { output: `${JSON.stringify(made.schema, null, 2)}\n`, code: exitCode.clean, warnings: made.notes };
}
