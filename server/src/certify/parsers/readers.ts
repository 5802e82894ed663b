/** Ways in which parsers of servers find calls in a sampled turn. Each gives null where it finds none that it can read. */
import type { Json } from '../../../../protocol/conversation.ts';
import { isRecord } from '../response/style.ts';

export interface ReadCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, Json>>;
}

/** Reads the text of a turn, without the generation prompt and the stop token. */
export type CallReader = (text: string) => readonly ReadCall[] | null;

/** Where name and arguments stand in a call's JSON; several where any of them is taken. */
interface Keys {
  readonly name: string;
  readonly arguments: readonly string[];
}

const usual: Keys = { name: 'name', arguments: ['arguments'] };

/** JSON objects, or lists of them, in the group `json` of each match; what separates several in one match, if not a list. */
export function jsonCalls(pattern: RegExp, keys: Keys = usual, separator?: RegExp): CallReader {
  return eachMatch(pattern, ({ json = '' }) => {
    const parts = separator === undefined ? [json] : json.split(separator);
    const calls = parts.filter((part) => part.trim() !== '').flatMap((part) => callsIn(parsed(part), keys));
    return calls.includes(null) ? null : (calls as ReadCall[]);
  });
}

/** The groups `name` and `json` of each match: arguments are JSON, the name stands outside. */
export function namedJson(pattern: RegExp): CallReader {
  return eachMatch(pattern, ({ name = '', json = '' }) => {
    const value = parsed(json);
    return isRecord(value) ? [{ name, arguments: value }] : null;
  });
}

/** A list of objects with one key each, which is the function's name. */
export function keyedByName(pattern: RegExp): CallReader {
  return eachMatch(pattern, ({ json = '' }) => {
    const value = parsed(json);
    if (!Array.isArray(value)) return null;
    const calls = value.flatMap((call: Json) => (isRecord(call) ? Object.entries(call) : []));
    return calls.map(([name, args]) => ({ name, arguments: isRecord(args) ? args : {} }));
  });
}

/** The groups `name` and `body` of each match, and in the body `key` and `value` of each argument. */
export function taggedCalls(call: RegExp, argument: RegExp): CallReader {
  return eachMatch(call, ({ name = '', body = '' }) => [
    {
      name,
      arguments: Object.fromEntries(
        [...body.matchAll(argument)].map(({ groups }) => [groups!['key']!, groups!['value']!]),
      ),
    },
  ]);
}

const pythonCall = /(?<name>[\w.-]+)\((?<body>(?:[^()'"]|'[^']*'|"[^"]*")*)\)/g;
const pythonArgument = /(?<key>\w+)\s*=\s*(?<quote>['"])(?<value>.*?)\k<quote>/gs;

/** Calls as Python writes them, in the group `calls` of each match. */
export function pythonCalls(pattern: RegExp): CallReader {
  const read = taggedCalls(pythonCall, pythonArgument);
  return eachMatch(pattern, ({ calls = '' }) => read(calls));
}

function eachMatch(
  pattern: RegExp,
  read: (groups: Readonly<Record<string, string | undefined>>) => readonly ReadCall[] | null,
): CallReader {
  return (text) => {
    const found = [...text.matchAll(pattern)].map(({ groups = {} }) => read(groups));
    return found.length === 0 || found.includes(null) ? null : found.flatMap((calls) => calls ?? []);
  };
}

function callsIn(value: Json | undefined, keys: Keys): (ReadCall | null)[] {
  const calls: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value];
  return calls.map((call) => {
    if (!isRecord(call)) return null;
    const name = call[keys.name];
    const args = keys.arguments.map((key) => call[key]).find((found) => found !== undefined);
    return typeof name === 'string' && isRecord(args) ? { name, arguments: args } : null;
  });
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
