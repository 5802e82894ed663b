/** `chat-template drift PATH`: what becomes of turns that models write a little otherwise than the template does. */
import { open } from '../certify/certify.ts';
import { driftTable, type DriftRow, type Outcome as TurnOutcome } from '../certify/drift/index.ts';
import { exitCode, InputError, type Outcome } from './failure.ts';
import { readInput, type InputOptions } from './input.ts';
import { variablesOf } from './kit.ts';
import { untilStopped } from './sampledTurn.ts';

export interface DriftOptions extends InputOptions {
  readonly kwargs?: string;
  readonly format: string;
}

const told: Readonly<Record<TurnOutcome, string>> = {
  same: 'same',
  tokens: 'other ids',
  text: 'other text',
  unread: 'not read',
  raises: 'raises',
};

/** A table, not a verdict; but the template's own turns have to come back. */
export async function drift(path: string, options: DriftOptions): Promise<Outcome> {
  const { input, tokenizerNote } = await readInput(path, options);
  const { subject, error } = open(input);
  if (subject === null) throw new InputError(`${path}: ${error.message}`);
  const rows = untilStopped(() => driftTable(subject, variablesOf(options.kwargs)));
  if (rows === null) return { output: 'The template renders no assistant turn.\n', code: exitCode.findings };
  const own = rows.filter(({ id }) => id === 'rendered');
  const output = options.format === 'json' ? `${JSON.stringify(rows, null, 2)}\n` : textOf(rows);
  return {
    output,
    code: own.every(({ outcome }) => outcome === 'same') ? exitCode.clean : exitCode.findings,
    warnings: tokenizerNote === null ? [] : [`texts are compared, no ids: ${tokenizerNote}`],
  };
}

function textOf(rows: readonly DriftRow[]): string {
  const turns = [...new Set(rows.map(({ turn }) => turn))];
  return turns
    .map((turn) => [`${turn}`, ...rows.filter((row) => row.turn === turn).map(lineOf), ''].join('\n'))
    .join('\n');
}

function lineOf({ title, outcome, drifted, samples, token, sampled, again }: DriftRow): string {
  const what = samples === 1 ? told[outcome] : `${told[outcome]} (${drifted} of ${samples})`;
  if (outcome === 'same') return `  ${title.padEnd(40)} ${what}`;
  const where = token === null ? '' : ` at token ${token}`;
  return `  ${title.padEnd(40)} ${`${what}${where}`.padEnd(24)} ${JSON.stringify(sampled)} -> ${JSON.stringify(again)}`;
}
