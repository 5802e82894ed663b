/**
 * What models write a little otherwise than the template does, as data: each takes a turn that the template wrote and
 * gives what a model may have sampled in its place.
 */
import { dumps, loads, type DumpOptions } from '../../jinja/json/index.ts';
import { Dict, Float, List, type Value } from '../../jinja/index.ts';
import { print } from '../../jinja/values/print.ts';
import type { ParsedTurn, Piece } from '../response/index.ts';

/** A turn as text: what was prompted of it, then what was sampled; `pieces` say what stands where. */
export interface Sample {
  readonly turn: ParsedTurn;
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** What ends a turn, as text. */
  readonly stop: string | null;
  /** The same kind of sample of another turn; null where the template does not render it. */
  rendered(turn: ParsedTurn): string | null;
}

/** The perturbed text; `cuts`: offsets at which its tokens are known to end, besides those of its encoding. */
export interface Perturbed {
  readonly text: string;
  readonly cuts: readonly number[];
}

export interface Perturbation {
  readonly id: string;
  readonly title: string;
  /** Null where this turn has nothing of the kind. */
  apply(sample: Sample): Perturbed | null;
}

export const perturbations: readonly Perturbation[] = [
  json('json.compact', 'JSON without blanks', { separators: [',', ':'] }),
  json('json.indented', 'JSON on several lines', { indent: '  ' }),
  json('json.escapes', 'letters as \\u escapes', { ensureAscii: true }),
  values('json.order', 'keys in another order', reversed),
  values('number.float', '12.0 for 12', (value) =>
    mapped(value, (each) => (isInt(each) ? new Float(Number(each)) : each)),
  ),
  texts(
    'number.zero',
    '0.50 for 0.5',
    /(?<=[\s:,=>[]|^)-?\d+\.\d+(?=$|[\s,}\])<])/g,
    (number) => `${number}0`,
  ),
  texts('word.case', 'True for true, true for True', /\b(true|True)\b/g, (word) =>
    word === 'true' ? 'True' : 'true',
  ),
  other('special.text', 'a stop token spelt as text in a value', ({ turn, stop }) => {
    const [call] = turn.calls;
    if (call === undefined || stop === null) return null;
    return { ...turn, calls: [{ ...call, arguments: JSON.stringify({ city: `say ${stop} there` }) }] };
  }),
  edges('content.leading', 'content that begins with a blank', 'content', (text) => ` ${text}`),
  edges('content.leading-line', 'content that begins with line ends', 'content', (text) => `\n\n${text}`),
  edges('content.trailing', 'content that ends with a blank', 'content', (text) => `${text} `),
  edges('content.trailing-line', 'content that ends with line ends', 'content', (text) => `${text}\n\n`),
  edges(
    'reasoning.leading-line',
    'reasoning that begins with line ends',
    'reasoning',
    (text) => `\n\n${text}`,
  ),
  edges(
    'reasoning.trailing-line',
    'reasoning that ends with line ends',
    'reasoning',
    (text) => `${text}\n\n`,
  ),
];

/** Every JSON text of the calls, written with other options. */
function json(id: string, title: string, options: DumpOptions): Perturbation {
  return {
    id,
    title,
    apply: (sample) =>
      inArguments(sample, (text) => rewritten(text, (value) => print(dumps(value, options)))),
  };
}

/** Every JSON text of the calls, with another value. */
function values(id: string, title: string, change: (value: Value) => Value): Perturbation {
  return {
    id,
    title,
    apply: (sample) => inArguments(sample, (text) => rewritten(text, (value) => print(dumps(change(value))))),
  };
}

/** Every place of the calls that a pattern finds. */
function texts(id: string, title: string, pattern: RegExp, change: (found: string) => string): Perturbation {
  return { id, title, apply: (sample) => inArguments(sample, (text) => text.replace(pattern, change)) };
}

function edges(
  id: string,
  title: string,
  part: Piece['part'],
  change: (text: string) => string,
): Perturbation {
  return { id, title, apply: (sample) => inParts(sample, part, change) };
}

/** Another turn; the tokens of its stop token's text are ordinary ones. */
function other(id: string, title: string, change: (sample: Sample) => ParsedTurn | null): Perturbation {
  return {
    id,
    title,
    apply(sample) {
      const turn = change(sample);
      const text = turn === null ? null : sample.rendered(turn);
      const at = text?.indexOf(sample.stop ?? '') ?? -1;
      return text === null || at < 0 ? null : { text, cuts: [at + 1] };
    },
  };
}

const inArguments = (sample: Sample, change: (text: string) => string) =>
  inParts(sample, 'arguments', change);

function inParts(
  { text, pieces }: Sample,
  part: Piece['part'],
  change: (text: string) => string,
): Perturbed | null {
  const changed = pieces.map((piece) => {
    const own = text.slice(piece.start, piece.end);
    return piece.part === part && own.trim() !== '' ? change(own) : own;
  });
  const whole = changed.join('');
  return whole === text ? null : { text: whole, cuts: [] };
}

/** A text that is no JSON object or list stays as it is. */
function rewritten(text: string, write: (value: Value) => string): string {
  if (!/^[{[]/.test(text)) return text;
  try {
    return write(loads(text));
  } catch {
    return text;
  }
}

function reversed(value: Value): Value {
  if (value instanceof List) return new List(value.items.map(reversed));
  if (!(value instanceof Dict)) return value;
  const other = new Dict();
  for (const [key, each] of [...value.map].reverse()) other.map.set(key, reversed(each));
  return other;
}

function mapped(value: Value, change: (value: Value) => Value): Value {
  if (value instanceof List) return new List(value.items.map((each) => mapped(each, change)));
  if (!(value instanceof Dict)) return change(value);
  const other = new Dict();
  for (const [key, each] of value.map) other.map.set(key, mapped(each, change));
  return other;
}

const isInt = (value: Value) => typeof value === 'number' || typeof value === 'bigint';
