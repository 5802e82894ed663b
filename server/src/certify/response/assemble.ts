/** What was read from the slots of a turn, put together as a message. */
import type { Json } from '../../../../protocol/conversation.ts';
import type { CallPaths, ResponseFormat, Slot } from './format.ts';
import type { Malformed, ParsedCall, ParsedResponse, Piece } from './parsed.ts';
import { bareValue, declaredTypes } from './values.ts';
import { callsInJson, isJson, objectText } from './jsonCalls.ts';

export interface Reading {
  readonly slot: Slot;
  readonly start: number;
  readonly end: number;
  readonly json: string | null;
}

export function assemble(
  format: ResponseFormat,
  text: string,
  readings: readonly Reading[] | null,
  failures: readonly Malformed[],
  tools: Json,
): ParsedResponse {
  if (readings === null) return unread(format, text);
  const calls = new Calls(format, text, tools);
  const parts = { reasoning: null as string | null, content: '' };
  for (const reading of readings) {
    const value = text.slice(reading.start, reading.end);
    if (reading.slot.kind === 'reasoning') parts.reasoning = (parts.reasoning ?? '') + value;
    else if (reading.slot.kind === 'content') parts.content += value;
    else calls.take(reading, value);
  }
  const turn = { ...parts, calls: calls.finished() };
  const malformed = calls.problem ?? failureIn(readings, failures);
  return { text, turn, malformed, pieces: piecesOf(text, readings) };
}

/** The text does not even begin as a turn of this template, or has more places to try than is sensible. */
function unread({ prefill }: ResponseFormat, text: string): ParsedResponse {
  const begins = text.startsWith(prefill);
  const from = begins ? prefill.length : 0;
  return {
    text,
    turn: { reasoning: null, content: text.slice(from), calls: [] },
    malformed: {
      at: from,
      message: begins
        ? 'too many places of the turn look like parts of a call'
        : `the turn does not begin with ${JSON.stringify(prefill)}`,
    },
    pieces: [
      ...(from === 0 ? [] : [{ part: 'scaffold' as const, start: 0, end: from }]),
      { part: 'content', start: from, end: text.length },
    ],
  };
}

/** A failure matters where the text that announced it ended up as text. */
function failureIn(readings: readonly Reading[], failures: readonly Malformed[]): Malformed | null {
  const texts = readings.filter(({ slot }) => slot.kind === 'content' || slot.kind === 'reasoning');
  const inside = failures.filter(({ at }) => texts.some(({ start, end }) => start <= at && at <= end));
  return inside.reduce<Malformed | null>(
    (one, other) => (one === null || other.at > one.at ? other : one),
    null,
  );
}

/** A call whose slots are still being read. */
interface OpenCall {
  readonly seen: Set<string>;
  name: string | null;
  id: string | null;
  key: string | null;
  arguments: string | null;
  readonly members: [key: string, json: string][];
}

class Calls {
  problem: Malformed | null = null;
  private readonly done: ParsedCall[] = [];
  private open: OpenCall | null = null;

  constructor(
    private readonly format: ResponseFormat,
    private readonly text: string,
    private readonly tools: Json,
  ) {}

  take(reading: Reading, value: string): void {
    const { slot, start, json } = reading;
    const call = this.callFor(slot);
    call.seen.add(slot.id);
    switch (slot.kind) {
      case 'name':
        if (call.name !== null && call.name !== value)
          this.fail(start, `the call is named ${call.name} and ${value}`);
        call.name = value;
        break;
      case 'id':
        call.id = value;
        break;
      case 'key':
        if (slot.id !== 'key#0' && call.key !== value) this.fail(start, `${call.key} is closed as ${value}`);
        call.key = value;
        break;
      case 'value':
        call.members.push([call.key ?? '', this.valueOf(reading, value, call)]);
        break;
      case 'arguments':
        call.arguments = isJson(value) ? value : json;
        break;
      default:
        this.takeJson(call, start, json ?? 'null');
    }
  }

  finished(): ParsedCall[] {
    this.close();
    return this.done;
  }

  private valueOf({ slot, json }: Reading, value: string, { name, key }: OpenCall): string {
    if (json !== null && isJson(json)) return json;
    return bareValue(value, slot, declaredTypes(this.tools, name ?? '', key ?? ''));
  }

  private takeJson(call: OpenCall, at: number, json: string): void {
    const paths = this.format.paths as CallPaths;
    for (const found of callsInJson(json, paths)) {
      if (typeof found === 'string') continue;
      const name = found.name ?? call.name;
      if (call.name !== null && found.name !== null && call.name !== found.name)
        this.fail(at, `the call is named ${call.name} and ${found.name}`);
      if (name === null) this.fail(at, 'a call has no name');
      this.done.push({ name: name ?? '', id: found.id ?? call.id, arguments: found.arguments });
    }
    this.open = null;
  }

  /** Each slot belongs to the call that is open, unless that has it already, or is complete. */
  private callFor(slot: Slot): OpenCall {
    const isFirst = slot.id === 'name#0' || slot.id === 'id#0';
    const complete = this.open !== null && (this.open.arguments !== null || this.open.key !== null);
    const repeats = this.open?.seen.has(slot.id) ?? false;
    if (
      this.open === null ||
      (isFirst && complete) ||
      (repeats && slot.kind !== 'key' && slot.kind !== 'value')
    ) {
      this.close();
      this.open = { seen: new Set(), name: null, id: null, key: null, arguments: null, members: [] };
    }
    return this.open;
  }

  private close(): void {
    if (this.open === null) return;
    const { name, id, members } = this.open;
    const spelt = this.open.arguments ?? objectText(members);
    this.done.push({ name: name ?? '', id, arguments: spelt });
    this.open = null;
  }

  private fail(at: number, message: string): void {
    this.problem ??= { at, message };
  }
}

const parts: Readonly<Record<Slot['kind'], Piece['part']>> = {
  start: 'scaffold',
  end: 'scaffold',
  reasoning: 'reasoning',
  content: 'content',
  name: 'name',
  id: 'id',
  key: 'arguments',
  value: 'arguments',
  arguments: 'arguments',
  call: 'arguments',
  calls: 'arguments',
};

function piecesOf(text: string, readings: readonly Reading[]): Piece[] {
  const pieces: Piece[] = [];
  const add = (part: Piece['part'], start: number, end: number) => {
    if (start < end) pieces.push({ part, start, end });
  };
  let at = 0;
  for (const { slot, start, end } of readings) {
    add('scaffold', at, start);
    add(parts[slot.kind], start, end);
    at = end;
  }
  add('scaffold', at, text.length);
  return pieces;
}
