/** What of a turn was lost on its way through the parser and back. */
import { dumps, loads } from '../../jinja/json/index.ts';
import { print } from '../../jinja/values/print.ts';
import { sharedLength } from '../compare.ts';
import type { ParsedTurn } from './parsed.ts';
import type { RoundTrip } from './roundTrip.ts';

export type LostPart = 'calls' | 'reasoning' | 'content' | 'text';

export interface TripFault {
  readonly part: LostPart;
  /** What came back, told to people. */
  readonly detail: string;
  /** UTF-16 offset in the emitted render: where it stands, or where the renders part. */
  readonly at: number;
}

/** The first thing that differs, in the order of what matters; null where the turn survived. */
export function faultOf({ emitted, parsed, again }: RoundTrip, turn: ParsedTurn): TripFault | null {
  const shown = emitted.text.slice(emitted.base);
  const isShown = (text: string | null) => text !== null && text.trim() !== '' && shown.includes(text.trim());
  const named = emitted.text.indexOf(turn.calls[0]?.name ?? '', emitted.base);
  const at = Math.max(named, emitted.sampledFrom);
  const reason = parsed.malformed === null ? '' : ` (${parsed.malformed.message})`;
  const got = parsed.turn;
  if (turn.calls.every(({ name }) => shown.includes(name)) && !sameCalls(got, turn)) {
    return { part: 'calls', detail: `the calls are read as ${told(got)}${reason}`, at };
  }
  if (isShown(turn.reasoning) && got.reasoning !== turn.reasoning) {
    return {
      part: 'reasoning',
      detail: `the reasoning is read as ${JSON.stringify(got.reasoning)}${reason}`,
      at,
    };
  }
  if (isShown(turn.content) && got.content !== turn.content) {
    return { part: 'content', detail: `the content is read as ${JSON.stringify(got.content)}${reason}`, at };
  }
  if (again === null) return { part: 'text', detail: 'the template raises on the parsed message', at };
  if (again.text === emitted.text) return null;
  return {
    part: 'text',
    detail: 'the parsed message renders otherwise',
    at: sharedLength(emitted.text, again.text),
  };
}

const told = ({ calls }: ParsedTurn) =>
  calls.length === 0 ? 'no calls' : calls.map(({ name, arguments: args }) => `${name}(${args})`).join(', ');

/** Names and arguments; the order of keys says nothing. */
export function sameCalls(one: ParsedTurn, other: ParsedTurn): boolean {
  return comparable(one) === comparable(other);
}

function comparable({ calls }: ParsedTurn): string {
  return JSON.stringify(calls.map(({ name, arguments: args }) => [name, sorted(args)]));
}

/** Text that is no JSON is compared as it stands. */
function sorted(json: string): string {
  try {
    return print(dumps(loads(json), { sortKeys: true }));
  } catch {
    return json;
  }
}
