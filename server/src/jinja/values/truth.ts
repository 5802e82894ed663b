/** Python's `bool(value)`. */
import { Dict, Float, List, Str, Tuple, Undefined, type Value } from './types.ts';

export function isTrue(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (value === null) return false;
  if (typeof value === 'string') return value !== '';
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'bigint') return value !== 0n;
  if (value instanceof Str) return value.text !== '';
  if (value instanceof Dict) return value.map.size > 0;
  if (value instanceof Undefined) return false;
  if (value instanceof List || value instanceof Tuple) return value.items.length > 0;
  if (value instanceof Float) return value.value !== 0;
  return value.truth();
}
