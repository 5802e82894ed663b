import { arithmetic } from '../values/arithmetic.ts';
import { Undefined, type Value } from '../values/types.ts';
import { difference, isSetView, SetValue, setOf } from './globals/set.ts';

/** Python's `left - right`: of numbers, of sets, and of whatever can be iterated where one is a view of a dict. */
export function minus(left: Value, right: Value): Value {
  const bothSets = left instanceof SetValue && right instanceof SetValue;
  const hasView = isSetView(left) || isSetView(right);
  if (!bothSets && !(hasView && !(left instanceof Undefined))) return arithmetic('-', left, right);
  return difference(setOf(left), right);
}
