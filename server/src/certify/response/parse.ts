/**
 * A sampled turn back into a message, by the template's own format. Total: whatever the text, there is an answer, and
 * what could not be read stays in the content, with where and why.
 */
import type { Json } from '../../../../protocol/conversation.ts';
import { isInCall, type Edge, type ResponseFormat, type Slot } from './format.ts';
import { assemble, type Reading } from './assemble.ts';
import { callsInJson, isJson } from './jsonCalls.ts';
import { literalAt } from './literal.ts';
import { Occurrences } from './occurrences.ts';
import type { ParsedResponse } from './parsed.ts';
import { scanValue, type Scanned } from './scan.ts';
import { expected, isPlausible, named } from './expect.ts';
import { merged, placesOf, toTheEnd, type Places, type Way } from './ways.ts';

export interface ParseOptions {
  /** Schemas of the functions that may be called: what type a bare value has. */
  readonly tools?: Json;
  /** Text of the turn that was prompted; the format's own unless said. */
  readonly prefill?: string;
}

/** Attempts to match before a text is given up as not of this format. */
const maximumAttempts = 200_000;

export function parseResponse(
  format: ResponseFormat,
  sampled: string,
  options: ParseOptions = {},
): ParsedResponse {
  const text = (options.prefill ?? format.prefill) + sampled;
  const search = new Search(format, text);
  return assemble(format, text, search.run(), search.failures, options.tools ?? null);
}

interface Frame {
  readonly slot: Slot;
  readonly at: number;
  readonly ways: Iterator<Way>;
  /** JSON of slots that are read as a value. */
  readonly json: string | null;
  /** Whether what led here can't be ordinary text: then failing behind it is worth telling. */
  readonly serious: boolean;
}

class Search {
  /** What was tried and did not work out, where the text had announced it. */
  readonly failures: { readonly at: number; readonly message: string }[] = [];
  private attempts = 0;
  private readonly failed = new Set<string>();
  private readonly unreadable = new Map<number, { readonly at: number; readonly expected: string }>();
  private readonly occurrences: Occurrences;

  constructor(
    private readonly format: ResponseFormat,
    private readonly text: string,
  ) {
    this.occurrences = new Occurrences(text);
  }

  /** Depth first; the first way to the end of the text is the reading. Null where there is none. */
  run(): Reading[] | null {
    const stack: Frame[] = [this.enter('start', 0, false)!];
    const taken: Way[] = [];
    while (stack.length > 0) {
      const frame = stack.at(-1)!;
      const { value: way, done } = frame.ways.next();
      this.attempts += 1;
      if (done === true || this.attempts > maximumAttempts) {
        this.failed.add(`${frame.slot.id} ${frame.at}`);
        stack.pop();
        taken.pop();
        continue;
      }
      if (way.edge.to === 'end') return readings(stack, [...taken, way]);
      const next = this.enter(way.edge.to, way.match.end, frame.serious || way.edge.announces);
      if (next === null) continue;
      taken.push(way);
      stack.push(next);
    }
    return null;
  }

  private enter(id: string, at: number, announced: boolean): Frame | null {
    if (this.failed.has(`${id} ${at}`)) return null;
    const slot = this.format.slots.get(id)!;
    const serious = announced && slot.kind !== 'content';
    if (!this.isValue(slot))
      return { slot, at, ways: this.waysBehind(slot, at, serious), json: null, serious };
    const scanned = this.valueAt(at);
    if (!scanned.ok) {
      this.fail(serious, scanned.at, `${named(slot)} can't be read: ${scanned.expected} is missing`);
      return null;
    }
    const fault = this.faultOf(slot, scanned.json);
    if (fault !== null) {
      this.fail(serious, at, fault);
      return null;
    }
    return { slot, at, ways: this.waysHere(slot, scanned.end, serious), json: scanned.json, serious };
  }

  /** What opened where reading got stuck is stuck there too, whoever asks. */
  private valueAt(at: number): Scanned {
    const before = this.unreadable.get(at);
    if (before !== undefined) return { ok: false, open: [], ...before };
    const scanned = scanValue(this.text, at, this.format.quote);
    this.attempts += ((scanned.ok ? scanned.end : scanned.at) - at) >> 6;
    if (!scanned.ok) for (const open of [at, ...scanned.open]) this.unreadable.set(open, scanned);
    return scanned;
  }

  /** Slots whose own syntax says where they end. */
  private isValue({ kind, types }: Slot): boolean {
    if (kind === 'value') return this.format.quotedValues || !types.includes('string');
    return kind === 'call' || kind === 'calls' || kind === 'arguments';
  }

  /** JSON that is no call is not taken for one. */
  private faultOf({ kind }: Slot, json: string): string | null {
    if (kind === 'arguments')
      return json.startsWith('{') && isJson(json) ? null : 'the arguments of a call are no object';
    if (kind !== 'call' && kind !== 'calls') return null;
    return callsInJson(json, this.format.paths!).find((found) => typeof found === 'string') ?? null;
  }

  private *waysHere(slot: Slot, at: number, serious: boolean): Generator<Way> {
    const edges = this.edgesFrom(slot);
    for (const edge of edges) {
      const match = literalAt(edge.literal, this.text, at);
      if (match !== null) yield { edge, match };
    }
    this.fail(serious, at, `${named(slot)} must be followed by ${expected(edges)}`);
  }

  /** Text runs to the first place where something that may follow begins. */
  private *waysBehind(slot: Slot, at: number, serious: boolean): Generator<Way> {
    if (slot.kind === 'start') {
      yield* this.waysHere(slot, at, false);
      return;
    }
    const edges = this.edgesFrom(slot);
    yield* this.waysBehindBrackets(slot, edges, at);
    const places = (edge: Edge) => placesOf(edge, this.text, at, this.placesFor(slot, edge));
    for (const way of merged(edges.map(places))) {
      if (!isPlausible(slot, this.text.slice(at, way.match.start))) {
        this.fail(serious, at, `${named(slot)} must be followed by ${expected(edges)}`);
        return;
      }
      yield way;
    }
    if (slot.kind === 'content') yield toTheEnd(slot, this.text);
    this.fail(serious, at, `the turn ends inside ${named(slot)}: ${expected(edges)} is missing`);
  }

  private placesFor({ id }: Slot, { to, literal }: Edge): Places {
    if (literal.core !== '') return this.occurrences;
    if (this.isValue(this.format.slots.get(to)!)) return 'brackets';
    return isInCall(id) ? 'blanks' : this.occurrences;
  }

  /** A list or an object may hold what otherwise ends a value. */
  private *waysBehindBrackets({ kind }: Slot, edges: readonly Edge[], at: number): Generator<Way> {
    if (kind !== 'value' || !/[[{]/.test(this.text[at] ?? '')) return;
    const scanned = this.valueAt(at);
    if (!scanned.ok) return;
    for (const edge of edges) {
      const match = literalAt(edge.literal, this.text, scanned.end);
      if (match !== null) yield { edge, match };
    }
  }

  private edgesFrom(slot: Slot): readonly Edge[] {
    return this.format.edges.get(slot.id) ?? [];
  }

  private fail(serious: boolean, at: number, message: string): void {
    if (serious) this.failures.push({ at, message });
  }
}

/** What stands in each slot on the way that was found. */
function readings(stack: readonly Frame[], ways: readonly Way[]): Reading[] {
  return stack.slice(1).map(({ slot, at, json }, index) => ({
    slot,
    start: at,
    end: ways[index + 1]!.match.start,
    json,
  }));
}
