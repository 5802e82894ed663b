/**
 * JSON whose numbers JavaScript would not keep: `1.0` is a float and `1` an int to a template, and integers may be longer
 * than 2^53. Such a number stands in plain data as `{"$number": "1.0"}`, which survives workers and files; everything
 * else is as `JSON.parse` gives it.
 */
import type { Json } from '../../../../protocol/conversation.ts';
import { Float, type Value } from '../values/types.ts';

const key = '$number';
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const numeral = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/;

/** Throws SyntaxError as `JSON.parse` does. */
export function readJson(text: string): Json {
  const kept = text.replaceAll(stringOrNumber, (found) =>
    found.startsWith('"') || survives(found) ? found : `{"${key}":"${found}"}`,
  );
  return JSON.parse(kept) as Json;
}

/** Whether a number is the same int or float once JavaScript has read it. */
function survives(numeral: string): boolean {
  const value = Number(numeral);
  return isFloat(numeral) ? !Number.isInteger(value) : Number.isSafeInteger(value) && numeral !== '-0';
}

const isFloat = (numeral: string) => /[.eE]/.test(numeral);

/** Compact, with every number as it was written. */
export function writeJson(json: Json): string {
  return JSON.stringify(json).replaceAll(/\{"\$number":"([-+.\deE]+)"\}/g, '$1');
}

/** The number that plain data stands for; null for any other data. */
export function exactNumber(data: object): Value {
  const written = writtenNumber(data);
  if (written === null) return null;
  if (isFloat(written)) return new Float(Number(written));
  return Number.isSafeInteger(Number(written)) ? Number(written) + 0 : BigInt(written);
}

/** For readers that know JavaScript's numbers only; data without such numbers is returned as it is. */
export function plainJson<T extends Json>(json: T): T {
  if (typeof json !== 'object' || json === null) return json;
  const written = writtenNumber(json);
  if (written !== null) return Number(written) as T;
  if (Array.isArray(json)) {
    const items = json.map((item) => plainJson(item));
    return items.every((item, index) => item === json[index]) ? json : (items as T);
  }
  const entries = Object.entries(json).map(([name, value]) => [name, plainJson(value as Json)] as const);
  const isSame = entries.every(([name, value]) => value === (json as Record<string, Json>)[name]);
  return isSame ? json : (Object.fromEntries(entries) as T);
}

function writtenNumber(data: object): string | null {
  if (!(key in data)) return null;
  const { [key]: written, ...others } = data as Record<string, unknown>;
  const isNumber = typeof written === 'string' && numeral.test(written) && Object.keys(others).length === 0;
  return isNumber ? written : null;
}
