/** Python's `==`, `is`-or-`==` inside containers, and `in`. */
import { Complex } from './complex.ts';
import { dictHas } from './dict.ts';
import { recursionError, typeError } from './errors.ts';
import { charge, maximumDepth } from './meter.ts';
import { isNumber, toComparable } from './numbers.ts';
import type { Float } from './types.ts';
import { Dict, List, Str, Tuple, Undefined, type Value } from './types.ts';
import { typeName } from './typename.ts';
import { iterator } from './iterate.ts';

export function equal(left: Value, right: Value): boolean {
  return equalAt(left, right, 0);
}

/** As containers compare their items: the same object is equal to itself, even NaN. */
export function sameOrEqual(left: Value, right: Value): boolean {
  return left === right || equalAt(left, right, 0);
}

/** Python's `item in container`. */
export function contains(container: Value, item: Value): boolean {
  if (typeof container === 'string' || container instanceof Str) {
    return textOf(container).includes(needleOf(item));
  }
  if (container instanceof Dict) return dictHas(container, item);
  if (container instanceof List || container instanceof Tuple) {
    charge(container.items.length);
    return container.items.some((member) => sameOrEqual(member, item));
  }
  if (typeof container === 'object' && container !== null && 'contains' in container) {
    const own = container.contains(item);
    if (own !== null) return own;
  }
  const members = iterator(container, `argument of type '${typeName(container)}' is not iterable`);
  for (let member = members.next(); member !== undefined; member = members.next()) {
    if (sameOrEqual(member, item)) return true;
  }
  return false;
}

const textOf = (text: string | Str): string => (typeof text === 'string' ? text : text.text);

function needleOf(item: Value): string {
  if (typeof item === 'string') return item;
  if (item instanceof Str) return item.text;
  throw typeError(`'in <string>' requires string as left operand, not ${typeName(item)}`);
}

function equalAt(left: Value, right: Value, depth: number): boolean {
  if (typeof left === 'string') {
    return typeof right === 'string' ? left === right : right instanceof Str && left === right.text;
  }
  if (left instanceof Str) {
    return typeof right === 'string' ? left.text === right : right instanceof Str && left.text === right.text;
  }
  if (left === null) return right === null;
  if (isNumber(left))
    return isNumber(right) ? equalNumbers(left, right) : right instanceof Complex && right.equals(left);
  if (left instanceof Undefined) return right instanceof Undefined;
  if (depth > maximumDepth()) throw recursionError(' in comparison');
  if (left instanceof List) return right instanceof List && equalItems(left.items, right.items, depth);
  if (left instanceof Tuple) return right instanceof Tuple && equalItems(left.items, right.items, depth);
  if (left instanceof Dict) return right instanceof Dict && equalDicts(left, right, depth);
  return left.equals(right);
}

function equalNumbers(
  left: number | bigint | boolean | Float,
  right: number | bigint | boolean | Float,
): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left === right;
  // eslint-disable-next-line eqeqeq -- only == compares a number with a bigint by value
  return toComparable(left) == toComparable(right);
}

function equalItems(left: readonly Value[], right: readonly Value[], depth: number): boolean {
  if (left.length !== right.length) return false;
  charge(left.length);
  return left.every((item, i) => item === right[i] || equalAt(item, right[i] as Value, depth + 1));
}

function equalDicts(left: Dict, right: Dict, depth: number): boolean {
  if (left.map.size !== right.map.size) return false;
  charge(left.map.size);
  for (const [hash, value] of left.map) {
    const other = right.map.get(hash);
    if (other === undefined) return false;
    if (value !== other && !equalAt(value, other, depth + 1)) return false;
  }
  return true;
}
