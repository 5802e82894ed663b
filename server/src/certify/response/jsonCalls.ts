/** Calls that are JSON: name, arguments and id by their paths, every value as it was spelt. */
import { loads, dumps } from '../../jinja/json/index.ts';
import { Dict, List, Str, type Value } from '../../jinja/index.ts';
import { print } from '../../jinja/values/print.ts';
import type { CallPaths } from './format.ts';

export interface JsonCall {
  readonly name: string | null;
  readonly id: string | null;
  readonly arguments: string;
}

/** A call, or what is wrong with it, for each object; `json` was scanned before. */
export function callsInJson(json: string, paths: CallPaths): (JsonCall | string)[] {
  const data = valueOf(json);
  if (data === undefined) return ['the call is not JSON'];
  const items = data instanceof List ? data.items : [data];
  return items.map((item) => callIn(item, paths));
}

function callIn(item: Value, paths: CallPaths): JsonCall | string {
  if (!(item instanceof Dict)) return 'a call is not an object';
  const at = paths.name === 'key' ? [...item.map.keys()].slice(0, 1).map(String) : paths.arguments;
  const args = argumentsText(follow(item, at));
  if (args === null) return `a call has no arguments under ${at.map((key) => JSON.stringify(key)).join('.')}`;
  const name = paths.name === 'key' ? at[0]! : paths.name === null ? null : textAt(item, paths.name);
  if (paths.name !== null && name === null) return 'a call has no name';
  return { name: name ?? null, id: paths.id === null ? null : textAt(item, paths.id), arguments: args };
}

function follow(data: Value, path: readonly string[]): Value | undefined {
  let at: Value | undefined = data;
  for (const key of path) at = at instanceof Dict ? at.map.get(key) : undefined;
  return at;
}

function textAt(data: Value, path: readonly string[]): string | null {
  const found = follow(data, path);
  return typeof found === 'string' ? found : found instanceof Str ? found.text : null;
}

/** Arguments may be a JSON text inside of the JSON. */
function argumentsText(found: Value | undefined): string | null {
  if (typeof found === 'string') {
    const inner = valueOf(found);
    return inner instanceof Dict ? found : null;
  }
  return found instanceof Dict ? print(dumps(found)) : null;
}

/** Undefined where it is not JSON. */
function valueOf(json: string): Value | undefined {
  try {
    return loads(json);
  } catch {
    return undefined;
  }
}

/** Whether a text is JSON as Python reads it. */
export const isJson = (text: string) => valueOf(text) !== undefined;

/** The JSON text of an object, of a key given twice the last. */
export function objectText(members: readonly (readonly [key: string, json: string])[]): string {
  const last = new Map(members);
  return `{${[...last].map(([key, json]) => `${JSON.stringify(key)}: ${json}`).join(', ')}}`;
}
