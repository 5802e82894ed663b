/** Values from plain JavaScript data, as JSON would carry it: for callers that hold objects, not text. */
import { exactNumber } from './exactNumbers.ts';
import { Dict, Float, List } from '../values/types.ts';
import type { Value } from '../values/types.ts';

const MAX_DEPTH = 900;

/**
 * `1` becomes an int and `1.5` a float (JavaScript can't say 1.0: see exactNumbers.ts); `undefined` is None in an array and left out of
 * an object, as in JSON. Values of this engine inside pass as they are.
 * @throws RangeError for data that nests deeper than 900 or contains itself, TypeError for functions and symbols.
 */
export function fromJs(data: unknown): Value {
  return convert(data, 0);
}

function convert(data: unknown, depth: number): Value {
  switch (typeof data) {
    case 'string':
    case 'boolean':
      return data;
    case 'number':
      return numberOf(data);
    case 'bigint':
      return Number.isSafeInteger(Number(data)) ? Number(data) : data;
    case 'undefined':
      return null;
    case 'object':
      return data === null ? null : container(data, depth + 1);
    default:
      throw new TypeError(`a ${typeof data} is not JSON data`);
  }
}

function numberOf(data: number): Value {
  if (!Number.isInteger(data) || Object.is(data, -0)) return new Float(data);
  return Number.isSafeInteger(data) ? data : BigInt(data);
}

function container(data: object, depth: number): Value {
  if (depth > MAX_DEPTH) throw new RangeError(`data nests deeper than ${MAX_DEPTH} or contains itself`);
  if (data instanceof Float || data instanceof List || data instanceof Dict) return data;
  if (Array.isArray(data)) return new List(data.map((item) => convert(item, depth)));
  const number = exactNumber(data);
  if (number !== null) return number;
  const dict = new Dict();
  for (const [key, value] of Object.entries(data)) {
    if (value !== undefined) dict.map.set(key, convert(value, depth));
  }
  return dict;
}
