/** What the operators do with values. */
import { minus } from '../builtins/minus.ts';
import { modulo } from '../builtins/modulo.ts';
import type { Binary, CompareOperator } from '../syntax/ast.ts';
import { add, arithmetic, multiply } from '../values/arithmetic.ts';
import { compare } from '../values/compare.ts';
import { contains, equal } from '../values/equal.ts';
import { isText, madeFrom } from '../values/text.ts';
import { Float, type Value } from '../values/types.ts';

export type BinaryOperation = (left: Value, right: Value) => Value;

export function binaryOperation(operator: Binary['operator']): BinaryOperation {
  if (operator === '+') return add;
  if (operator === '*') return multiply;
  if (operator === '-') return minus;
  if (operator !== '%') return (left, right) => arithmetic(operator, left, right);
  return (left, right) => {
    const result = modulo(left, right);
    return typeof result === 'string' ? madeFrom(result, isText(right) ? right : left) : result;
  };
}

export const COMPARE: Readonly<Record<CompareOperator, (left: Value, right: Value) => boolean>> = {
  // NaN is not equal to itself.
  '==': (left, right) => (left === right && !(left instanceof Float)) || equal(left, right),
  '!=': (left, right) => !equal(left, right),
  '<': (left, right) => compare('<', left, right),
  '<=': (left, right) => compare('<=', left, right),
  '>': (left, right) => compare('>', left, right),
  '>=': (left, right) => compare('>=', left, right),
  in: (left, right) => contains(right, left),
  'not in': (left, right) => !contains(right, left),
};
