import { native, python, type Builtin } from '../../evaluate/callable.ts';
import { compare, type Order } from '../../values/compare.ts';
import { contains, equal } from '../../values/equal.ts';
import { isText, textOf } from '../../values/text.ts';
import type { Value } from '../../values/types.ts';

/** Every name of a comparison, and the name of Python's function behind it. */
const ORDERS: readonly (readonly [Order, string, readonly string[]])[] = [
  ['<', 'lt', ['<', 'lt', 'lessthan']],
  ['<=', 'le', ['<=', 'le']],
  ['>', 'gt', ['>', 'gt', 'greaterthan']],
  ['>=', 'ge', ['>=', 'ge']],
];

const EQUALITIES: readonly (readonly [boolean, string, readonly string[]])[] = [
  [true, 'eq', ['==', 'eq', 'equalto']],
  [false, 'ne', ['!=', 'ne']],
];

/** Python's `is`: equal ints and strs are one object, all else only itself. */
function isSame(left: Value, right: Value): boolean {
  if (isText(left) && isText(right)) return textOf(left) === textOf(right);
  return left === right;
}

export const comparisonTests: readonly Builtin[] = [
  ...ORDERS.flatMap(([order, python, names]) =>
    names.map((name) =>
      native(name, `_operator.${python}(a, b, /)`, (_rt, left, right) => compare(order, left, right)),
    ),
  ),
  ...EQUALITIES.flatMap(([wanted, python, names]) =>
    names.map((name) =>
      native(name, `_operator.${python}(a, b, /)`, (_rt, left, right) => equal(left, right) === wanted),
    ),
  ),
  python('sameas', 'test_sameas(value, other)', (_rt, value, other) => isSame(value, other)),
  python('in', 'test_in(value, seq)', (_rt, value, container) => contains(container, value)),
];
