/** Python's `<`, `<=`, `>`, `>=`, with its TypeErrors. */
import { compareCodePoints } from './codepoints.ts';
import { sameOrEqual } from './equal.ts';
import { recursionError, typeError, undefinedError } from './errors.ts';
import { charge, maximumDepth } from './meter.ts';
import { isNumber, toComparable } from './numbers.ts';
import { List, PyObject, Str, Tuple, Undefined, type Value } from './types.ts';
import { typeName } from './typename.ts';

export type Order = '<' | '<=' | '>' | '>=';

const mirrored: Readonly<Record<Order, Order>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

export function compare(operator: Order, left: Value, right: Value): boolean {
  return compareAt(operator, left, right, 0);
}

/** For sorting: whether `left < right`. */
export function lessThan(left: Value, right: Value): boolean {
  return compareAt('<', left, right, 0);
}

function compareAt(operator: Order, left: Value, right: Value, depth: number): boolean {
  if (isNumber(left) && isNumber(right)) return holds(operator, toComparable(left), toComparable(right));
  const a = textOrNull(left);
  const b = textOrNull(right);
  if (a !== null && b !== null) return holds(operator, compareCodePoints(a, b), 0);
  if (left instanceof List && right instanceof List)
    return compareItems(operator, left.items, right.items, depth);
  if (left instanceof Tuple && right instanceof Tuple) {
    // Python asks an instance of a subclass first: only the words of an error show it.
    if ('typeName' in right && !('typeName' in left))
      return compareItems(mirrored[operator], right.items, left.items, depth);
    return compareItems(operator, left.items, right.items, depth);
  }
  const own = left instanceof PyObject ? left.compare(operator, right) : null;
  if (own !== null) return own;
  if (left instanceof Undefined) throw undefinedError(left);
  if (right instanceof Undefined) throw undefinedError(right);
  throw typeError(
    `'${operator}' not supported between instances of '${typeName(left)}' and '${typeName(right)}'`,
  );
}

function holds(operator: Order, left: number | bigint, right: number | bigint): boolean {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

function textOrNull(value: Value): string | null {
  if (typeof value === 'string') return value;
  return value instanceof Str ? value.text : null;
}

function compareItems(
  operator: Order,
  left: readonly Value[],
  right: readonly Value[],
  depth: number,
): boolean {
  if (depth > maximumDepth()) throw recursionError(' in comparison');
  const shared = Math.min(left.length, right.length);
  charge(shared);
  for (let i = 0; i < shared; i++) {
    const a = left[i] as Value;
    const b = right[i] as Value;
    if (!sameOrEqual(a, b)) return compareAt(operator, a, b, depth + 1);
  }
  return holds(operator, left.length, right.length);
}
