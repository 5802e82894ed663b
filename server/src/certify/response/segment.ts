/** Where the values of a probe stand in the turn that the template rendered of it. */
import type { CallStyle, SlotKind, ValueType } from './format.ts';
import { scanValue } from './scan.ts';
import type { Probe, ProbeArgument, ProbeCall } from './probes.ts';

export interface Found {
  readonly kind: SlotKind;
  /** Which place of this kind and call it is: templates may write a name twice. */
  readonly occurrence: number;
  /** The call it belongs to; -1 for reasoning and content. */
  readonly call: number;
  readonly type: ValueType | null;
  readonly start: number;
  readonly end: number;
}

/** What is known of the format when the probes are read. */
export interface Known {
  readonly style: CallStyle | null;
  readonly quote: string | null;
  readonly quotedValues: boolean;
  readonly idOf: (call: ProbeCall, index: number) => string;
}

/** In the order of the text; null where something that the probe says is not there, or stands inside another value. */
export function segment(turn: string, probe: Probe, known: Known): Found[] | null {
  const found = [...partsIn(turn, probe)];
  for (const [index, call] of probe.calls.entries()) {
    const values = valuesOf(turn, call, index, known, found, probe.calls[index + 1]);
    if (values === null) return null;
    found.push(...values, ...namesOf(turn, call, index, known, [...found, ...values]));
  }
  const sorted = found.sort((one, other) => one.start - other.start);
  const overlaps = sorted.some((each, index) => index > 0 && each.start < sorted[index - 1]!.end);
  const complete = probe.calls.every((_, index) => isNamed(sorted, index, known));
  return overlaps || !complete || !hasParts(sorted, probe) ? null : sorted;
}

function partsIn(turn: string, { reasoning, content }: Probe): Found[] {
  return [
    ...(reasoning === null ? [] : placesOf(turn, reasoning, 'reasoning', -1)),
    ...(content === null ? [] : placesOf(turn, content, 'content', -1)),
  ];
}

const hasParts = (found: readonly Found[], { reasoning, content }: Probe) =>
  [reasoning === null ? 0 : 1, content === null ? 0 : 1].join() ===
  [count(found, 'reasoning'), count(found, 'content')].join();

const count = (found: readonly Found[], kind: SlotKind) => found.filter((each) => each.kind === kind).length;

function isNamed(found: readonly Found[], call: number, { style }: Known): boolean {
  if (style === 'json-list' || style === 'json-object') return true;
  return found.some((each) => each.call === call && each.kind === 'name');
}

function valuesOf(
  turn: string,
  call: ProbeCall,
  index: number,
  known: Known,
  found: readonly Found[],
  behind: ProbeCall | undefined,
): Found[] | null {
  if (known.style === 'tagged') return taggedValues(turn, call, index, known, behind);
  const [first] = call.arguments;
  const key = first === undefined ? -1 : turn.indexOf(first.key);
  if (key < 0) return null;
  // A list holds all calls.
  if (found.some(({ start, end }) => start <= key && key < end)) return [];
  const extent = valueAround(turn, 0, key, turn.indexOf(String(first!.value), key), known.quote);
  const kind = known.style === 'json-list' ? 'calls' : known.style === 'json-object' ? 'call' : 'arguments';
  return extent === null ? null : [{ kind, occurrence: 0, call: index, type: null, ...extent }];
}

/** The outermost value behind `from` that can be read around both places. */
export function valueAround(turn: string, from: number, first: number, last: number, quote: string | null) {
  if (first < 0 || last < 0) return null;
  for (let start = from; start < first; start += 1) {
    if (turn[start] !== '{' && turn[start] !== '[') continue;
    const scanned = scanValue(turn, start, quote);
    if (scanned.ok && scanned.end > last) return { start, end: scanned.end, json: scanned.json };
  }
  return null;
}

/** `behind`: the call that follows, where one does. */
function taggedValues(
  turn: string,
  call: ProbeCall,
  index: number,
  known: Known,
  behind: ProbeCall | undefined,
): Found[] | null {
  const found: Found[] = [];
  for (const [at, argument] of call.arguments.entries()) {
    const keys = placesOf(turn, argument.key, 'key', index);
    if (keys.length === 0) return null;
    const next = call.arguments[at + 1];
    const border = turn.indexOf(next?.key ?? behind?.name ?? '\0', keys[0]!.end);
    const until = border < 0 ? turn.length : border;
    const value = valueIn(turn, keys[0]!.end, keys[1]?.start ?? until, argument, known);
    if (value === null) return null;
    found.push(...keys, { kind: 'value', occurrence: 0, call: index, type: argument.type, ...value });
  }
  return found;
}

/** How values other than texts may be spelt. */
const spellings: Readonly<Record<'integer' | 'number' | 'boolean' | 'null', readonly string[]>> = {
  integer: ['70151'],
  number: ['70152.25'],
  boolean: ['true', 'True'],
  null: ['null', 'None'],
};

function valueIn(turn: string, from: number, until: number, { type, value }: ProbeArgument, known: Known) {
  if (type === 'string') {
    const start = turn.indexOf(String(value), from);
    if (start < 0 || start > until) return null;
    const mark = known.quotedValues ? (known.quote ?? '"').length : 0;
    return { start: start - mark, end: start + String(value).length + mark };
  }
  if (type === 'array' || type === 'object') {
    const item = turn.indexOf('zitemz', from);
    return item < 0 || item > until ? null : valueAround(turn, from, item, item, known.quote);
  }
  for (const spelling of spellings[type]) {
    const start = turn.slice(from, until).lastIndexOf(spelling);
    if (start >= 0) return { start: from + start, end: from + start + spelling.length };
  }
  return null;
}

/** Names and ids that stand outside of JSON. */
function namesOf(
  turn: string,
  call: ProbeCall,
  index: number,
  known: Known,
  found: readonly Found[],
): Found[] {
  const outside = ({ start }: Found) => !found.some((each) => each.start <= start && start < each.end);
  const number = (places: Found[]) =>
    places.filter(outside).map((place, occurrence) => ({ ...place, occurrence }));
  const names = number(placesOf(turn, call.name, 'name', index));
  const id = known.idOf(call, index);
  return id.includes(call.name) ? names : [...names, ...number(placesOf(turn, id, 'id', index))];
}

function placesOf(turn: string, text: string, kind: SlotKind, call: number): Found[] {
  const places: Found[] = [];
  for (let start = turn.indexOf(text); start >= 0; start = turn.indexOf(text, start + 1)) {
    places.push({ kind, occurrence: places.length, call, type: null, start, end: start + text.length });
  }
  return places;
}
