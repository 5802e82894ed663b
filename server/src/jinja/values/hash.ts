/** Keys of Python dicts: equal keys share one hash key. */
import { Complex } from './complex.ts';
import type { PythonError } from './errors.ts';
import { recursionError, typeError } from './errors.ts';
import { maximumDepth } from './meter.ts';
import { identity } from './identity.ts';
import { intOfDouble } from './numbers.ts';
import { Dict, Float, List, Str, Tuple, Undefined, type HashKey, type Value } from './types.ts';
import { typeName } from './typename.ts';

/** Strings that start with it are moved out of the way of hash keys of tuples. */
const MARK = '\u0000';

/** Sets and views that compare by content have no hash; `dict_values` has one. */
const UNHASHABLE: ReadonlySet<string> = new Set(['dict_keys', 'dict_items', 'set']);

const UNDEFINED = Object.freeze({});

/** The same for keys that are equal in Python, different otherwise; TypeError for list, dict and its set-like views. */
export function hashKey(value: Value): HashKey {
  if (typeof value === 'string') return stringKey(value);
  if (typeof value === 'number' || typeof value === 'bigint' || value === null) return value;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Str) return stringKey(value.text);
  if (value instanceof Float) return floatKey(value);
  if (value instanceof Complex) return complexKey(value);
  if (value instanceof Tuple) return tupleKey(value, 0);
  if (value instanceof Undefined) return UNDEFINED;
  if (value instanceof List || value instanceof Dict || UNHASHABLE.has(value.typeName))
    throw unhashable(value);
  return value;
}

/** A hash key from which the key itself can be read: whether `Dict.keys` needs no entry for it. */
export function isOwnKey(value: Value): value is string | number | bigint | null {
  if (typeof value === 'string') return value[0] !== MARK;
  return typeof value === 'number' || typeof value === 'bigint' || value === null;
}

export const unhashable = (value: Value): PythonError => typeError(`unhashable type: '${typeName(value)}'`);

function stringKey(text: string): string {
  return text[0] === MARK ? `${MARK}s${text}` : text;
}

function floatKey(float: Float): HashKey {
  if (Number.isNaN(float.value)) return float;
  return Number.isInteger(float.value) ? intOfDouble(float.value) : float.value;
}

/** With no imaginary part it is equal to a float. */
function complexKey(value: Complex): HashKey {
  if (value.imag === 0) return floatKey(new Float(value.real));
  return Number.isNaN(value.real + value.imag) ? value : `${MARK}c${value.real + 0},${value.imag}`;
}

function tupleKey(tuple: Tuple, depth: number): string {
  if (depth > maximumDepth()) throw recursionError();
  const parts = tuple.items.map((item) => {
    const key = item instanceof Tuple ? tupleKey(item, depth + 1) : hashKey(item);
    const text =
      typeof key === 'object' && key !== null ? `o${identity(key)}` : `${typeof key}${String(key)}`;
    return `${text.length}:${text}`;
  });
  return `${MARK}t${parts.join('')}`;
}
