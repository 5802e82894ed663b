/** In which of the known ways a template writes a call: read off the turn with one call of one text argument. */
import type { Json } from '../../../../protocol/conversation.ts';
import { markersIn } from '../markers.ts';
import type { CallPaths, CallStyle } from './format.ts';
import type { ProbeCall } from './probes.ts';
import { valueAround } from './segment.ts';

export interface StyleFound {
  readonly style: CallStyle;
  readonly paths: CallPaths | null;
  readonly quote: string | null;
  readonly quotedValues: boolean;
}

/** Null where the call's argument does not show. */
export function styleOf(turn: string, call: ProbeCall, id: string): StyleFound | null {
  const [argument] = call.arguments;
  const text = String(argument!.value);
  const key = turn.indexOf(argument!.key);
  const value = turn.indexOf(text, key);
  if (key < 0 || value < 0) return null;
  const mark = markAround(turn, value, value + text.length);
  const quote = mark === '"' || mark === "'" ? null : mark;
  const extent = valueAround(turn, 0, key, value, quote);
  if (extent === null) return { style: 'tagged', paths: null, quote, quotedValues: mark !== null };
  const data = dataOf(extent.json);
  if (data === undefined) return null;
  const one = Array.isArray(data) ? data[0]! : data;
  const args = pathTo(one, (each) => isArguments(each, argument!.key, text));
  if (args === null) return null;
  const named = nameIn(one, call.name);
  const paths: CallPaths = { name: named, arguments: args, id: pathTo(one, (each) => each === id) };
  const style = Array.isArray(data) ? 'json-list' : args.length === 0 ? 'named-json' : 'json-object';
  return { style, paths: style === 'named-json' ? null : paths, quote, quotedValues: false };
}

/** Undefined for what Python reads and JSON does not know, such as NaN. */
function dataOf(json: string): Json | undefined {
  try {
    return JSON.parse(json) as Json;
  } catch {
    return undefined;
  }
}

/** What stands on both sides of a text: a quote, or a marker that serves as one. */
function markAround(turn: string, start: number, end: number): string | null {
  const before = turn[start - 1];
  if ((before === '"' || before === "'") && turn[end] === before) return before;
  const marker = markersIn(turn.slice(end))[0];
  if (marker === undefined || !turn.startsWith(marker, end)) return null;
  return turn.slice(0, start).endsWith(marker) ? marker : null;
}

/** Arguments inside of a JSON call may be a JSON text themselves. */
function isArguments(data: Json, key: string, value: string): boolean {
  if (typeof data === 'string') return data.includes(key) && data.includes(value);
  return isRecord(data) && Object.keys(data).join() === key && data[key] === value;
}

function nameIn(data: Json, name: string): CallPaths['name'] {
  if (isRecord(data) && Object.keys(data).length === 1 && name in data) return 'key';
  return pathTo(data, (each) => each === name);
}

function pathTo(data: Json, matches: (data: Json) => boolean): string[] | null {
  if (matches(data)) return [];
  if (!isRecord(data)) return null;
  for (const [key, value] of Object.entries(data)) {
    const rest = pathTo(value, matches);
    if (rest !== null) return [key, ...rest];
  }
  return null;
}

export const isRecord = (data: Json | undefined): data is { [key: string]: Json } =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
