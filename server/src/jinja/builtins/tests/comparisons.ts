import { native, python, type Builtin } from '../../evaluate/callable.ts';
import { compare, type Order } from '../../values/compare.ts';
import { contains, equal } from '../../values/equal.ts';
import { isPlainText, isText, textOf } from '../../values/text.ts';
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

/**
 * Python's `is`. Numbers and texts have no identity here: equal ones are taken for one object where they may be (a
 * variable and itself, a literal and a variable that holds it), which is not so where one is read or made anew.
 */
function isSame(left: Value, right: Value): boolean {
  if (isPlainText(left) && isPlainText(right)) return textOf(left) === textOf(right);
  return left === right;
}

/** `is` of values that come from different places. */
export const sameasElsewhere: Builtin = python(
  'sameas',
  'test_sameas(value, other)',
  (_rt, value, other) => isShared(value) && isSame(value, other),
);

const [SMALLEST, LARGEST] = [-5, 256];

/** Whether Python has one object of that value for all who make it. */
function isShared(value: Value): boolean {
  if (typeof value === 'number') return value >= SMALLEST && value <= LARGEST;
  if (typeof value === 'bigint') return false;
  return !isText(value) || /^[\0-\xff]?$/.test(textOf(value));
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
