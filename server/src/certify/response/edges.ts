/** The automaton of a format, put together from where the values of many probes were found. */
import { closesWithin, markersIn } from '../markers.ts';
import { isInCall, type Edge, type Slot, type ValueType } from './format.ts';
import { escapeRegExp, literalOf, type Literal } from './literal.ts';
import type { Found } from './segment.ts';

export interface Segmented {
  readonly turn: string;
  readonly found: readonly Found[];
}

interface Step {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

export interface Automaton {
  readonly slots: Map<string, Slot>;
  readonly edges: Map<string, readonly Edge[]>;
  /** What ends a turn, as text: what was known before, and what the template writes there. */
  readonly stops: readonly string[];
}

export function automatonOf(turns: readonly Segmented[], stops: readonly string[]): Automaton {
  const slots = new Map<string, Slot>([
    ['start', { id: 'start', kind: 'start', types: [] }],
    ['end', { id: 'end', kind: 'end', types: [] }],
  ]);
  const steps = shared(
    turns.flatMap((turn) => stepsOf(turn, slots)),
    slots,
  );
  return { slots, ...byOrigin(steps, stops) };
}

/** The texts between the slots of one turn. */
function stepsOf({ turn, found }: Segmented, slots: Map<string, Slot>): Step[] {
  const steps: Step[] = [];
  let from = 'start';
  let at = 0;
  for (const each of found) {
    const text = turn.slice(at, each.start);
    const to = slotFor(each, text, slots);
    steps.push({ from, to, text });
    from = to;
    at = each.end;
  }
  return [...steps, { from, to: 'end', text: turn.slice(at) }];
}

const placed: ReadonlySet<Found['kind']> = new Set(['name', 'id', 'key']);

/** Values behind different texts are of different types: `string="true">` and `string="false">`. */
function slotFor({ kind, occurrence, type }: Found, before: string, slots: Map<string, Slot>): string {
  const id = kind === 'value' ? `value ${before}` : placed.has(kind) ? `${kind}#${occurrence}` : kind;
  const known = slots.get(id)?.types ?? [];
  const types: readonly ValueType[] = type === null || known.includes(type) ? known : [...known, type];
  slots.set(id, { id, kind, types });
  return id;
}

/** What follows a value of one type may follow one of any other. */
function shared(steps: readonly Step[], slots: ReadonlyMap<string, Slot>): Step[] {
  const values = [...slots.values()].filter(({ kind }) => kind === 'value').map(({ id }) => id);
  return steps.flatMap((step) =>
    slots.get(step.from)?.kind === 'value' ? values.map((from) => ({ ...step, from })) : [step],
  );
}

function byOrigin(steps: readonly Step[], stops: readonly string[]): Omit<Automaton, 'slots'> {
  const pairs = new Map<string, Step[]>();
  for (const step of steps) {
    const key = `${step.from}\n${step.to}`;
    pairs.set(key, [...(pairs.get(key) ?? []), step]);
  }
  const opened = steps.map(({ text }) => text).join('');
  const ending: Ending = { stops, found: new Set(stops), closers: closersBetweenCalls(steps), opened };
  const edges = new Map<string, Edge[]>();
  for (const pair of pairs.values()) {
    const { from, to } = pair[0]!;
    const texts = [...new Set(pair.map(({ text }) => text))];
    const literals = to === 'end' ? texts.map((text) => endOf(text, ending)) : counted(texts);
    const made = literals.map((literal) => ({ from, to, literal, announces: isDistinctive(literal.text) }));
    edges.set(from, [...(edges.get(from) ?? []), ...made]);
  }
  for (const [from, each] of edges) edges.set(from, unlessContent(each).sort(inOrder));
  return { edges, stops: [...ending.found] };
}

/** Of texts that say the same, what is more particular comes first: content may be anything. */
const ranks: Partial<Record<string, number>> = { content: 2, reasoning: 1 };

/** What is not blank decides; the longest text first. */
export const inOrder = (one: Edge, other: Edge) =>
  other.literal.core.length - one.literal.core.length ||
  (ranks[one.to] ?? 0) - (ranks[other.to] ?? 0) ||
  other.literal.text.length - one.literal.text.length;

/** A text that content follows as well announces nothing else. */
function unlessContent(edges: readonly Edge[]): Edge[] {
  const beforeContent = new Set(
    edges.filter(({ to }) => to === 'content').map(({ literal }) => literal.core),
  );
  return edges.map((edge) =>
    edge.to !== 'content' && beforeContent.has(edge.literal.core) ? { ...edge, announces: false } : edge,
  );
}

/** It has a marker or a word of the template. */
const isDistinctive = (text: string) => markersIn(text).length > 0 || /\w{4}/.test(text);

/** Texts that differ in nothing but their digits count something: calls, most often. */
function counted(texts: readonly string[]): Literal[] {
  const byShape = new Map<string, string[]>();
  for (const text of texts) {
    const shape = text.replace(/\d+/g, '0');
    byShape.set(shape, [...(byShape.get(shape) ?? []), text]);
  }
  return [...byShape.values()].map(([text, ...others]) => literalOf(text!, others.length > 0));
}

/** What tells the end of a turn from the ends of what is inside of it. */
interface Ending {
  readonly stops: readonly string[];
  /** All that ends a turn, added to as it is found. */
  readonly found: Set<string>;
  readonly closers: ReadonlySet<string>;
  /** Everything that templates write between slots: where a closer's opener may stand. */
  readonly opened: string;
}

/** Markers that end a call, not the turn: they stand between two calls too. */
function closersBetweenCalls(steps: readonly Step[]): ReadonlySet<string> {
  const between = steps.filter(({ from, to }) => isInCall(from) && isFirstOfCall(to));
  return new Set(between.flatMap(({ text }) => markersIn(text)));
}

const isFirstOfCall = (slot: string) => /^(name#0|id#0|call$)/.test(slot);

/**
 * The end of a turn, as it is sampled: through the stop token, or without it where a server took it off. What closes
 * a call or a block has to be there.
 */
function endOf(text: string, ending: Ending): Literal {
  const inner = text.trimStart();
  const stop = stopIn(inner, ending);
  const required = chunks(inner.slice(0, stop));
  const [first, ...rest] = chunks(inner.slice(stop));
  const whole =
    first === undefined
      ? []
      : [first + rest.reduceRight((behind, chunk) => `(?:\\s*${chunk}${behind})?`, '')];
  const [marker] = markersIn(inner.slice(stop));
  if (marker !== undefined) ending.found.add(marker);
  const any = [...new Set([...whole, ...ending.stops.map(escapeRegExp)])].join('|');
  const core =
    required.length > 0
      ? `${required.join('\\s*')}(?:\\s*(?:${any}))?\\s*$`
      : any === ''
        ? '$'
        : `(?:(?:${any})\\s*$|$)`;
  return { text, lead: text.slice(0, text.length - inner.length), trail: '', core };
}

/** Where the part begins that ends the turn; the whole length where nothing does. */
function stopIn(text: string, { stops, closers, opened }: Ending): number {
  const known = stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0);
  if (known.length > 0) return Math.min(...known);
  let at = 0;
  for (const marker of markersIn(text)) {
    at = text.indexOf(marker, at);
    if (!closers.has(marker) && !closesWithin(marker, opened)) return at;
    at += marker.length;
  }
  return text.trimEnd().length;
}

/** Marker by marker, word by word. */
function chunks(text: string): string[] {
  const words: string[] = [];
  let rest = text;
  for (const marker of markersIn(text)) {
    const at = rest.indexOf(marker);
    words.push(...rest.slice(0, at).split(/\s+/), marker);
    rest = rest.slice(at + marker.length);
  }
  return [...words, ...rest.split(/\s+/)].filter(Boolean).map(escapeRegExp);
}
