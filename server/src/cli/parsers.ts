/** `chat-template parsers PATH`: which parsers of servers read what the template writes. */
import { open } from '../certify/certify.ts';
import {
  fittingReasoningParsers,
  fittingToolCallParsers,
  sampledCalls,
  sampledReasoning,
  type SampledTurn,
} from '../certify/parsers/fit.ts';
import { namesOf } from '../certify/parsers/names.ts';
import type { Subject } from '../certify/subject.ts';
import { exitCode, InputError, type Outcome } from './failure.ts';
import { readInput, type InputOptions } from './input.ts';
import { untilStopped } from './sampledTurn.ts';

export interface ParsersOptions extends InputOptions {
  readonly format: string;
}

/** Exit code 1 where the template writes calls or reasoning that no known parser reads. */
export async function parsers(path: string, options: ParsersOptions): Promise<Outcome> {
  const { input } = await readInput(path, options);
  const { subject, error } = open(input);
  if (subject === null) throw new InputError(`${path}: ${error.message}`);
  const found = untilStopped(() => kinds.map((kind) => ({ ...kind, ...kind.find(subject) })));
  const output =
    options.format === 'json'
      ? `${JSON.stringify(Object.fromEntries(found.map(dataOf)), null, 2)}\n`
      : found.map(textOf).join('\n');
  const unread = found.some(({ written, parsers: reading }) => written !== null && reading.length === 0);
  return { output, code: unread ? exitCode.findings : exitCode.clean };
}

interface Found {
  readonly parsers: readonly { readonly vllm: readonly string[]; readonly sglang: readonly string[] }[];
  /** A turn of the template; null where it shows none. */
  readonly written: SampledTurn | null;
}

interface Kind {
  readonly key: string;
  readonly option: string;
  readonly none: string;
  find(subject: Subject): Found;
}

const kinds: readonly Kind[] = [
  {
    key: 'toolCalls',
    option: '--tool-call-parser',
    none: 'the template renders no calls',
    find: (subject) => {
      const turns = sampledCalls(subject);
      return { parsers: fittingToolCallParsers(turns), written: turns[0] ?? null };
    },
  },
  {
    key: 'reasoning',
    option: '--reasoning-parser',
    none: 'the template shows no reasoning in the last turn',
    find: (subject) => {
      const written = sampledReasoning(subject);
      return { parsers: fittingReasoningParsers(written), written };
    },
  },
];

type Row = Kind & Found;

function dataOf({ key, parsers: reading, written }: Row) {
  const names = reading.map(({ vllm, sglang }) => ({ vllm, sglang }));
  return [key, { parsers: names, written: written?.text ?? null }] as const;
}

function textOf({ option, none, parsers: reading, written }: Row): string {
  if (written === null) return `${option}\n  ${none}\n`;
  const lines = reading.length === 0 ? ['none that is known here reads it'] : reading.map(namesOf);
  return [option, ...lines.map((line) => `  ${line}`), `  a turn: ${JSON.stringify(written.text)}`, ''].join(
    '\n',
  );
}
