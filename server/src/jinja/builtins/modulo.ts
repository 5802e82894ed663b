import { arithmetic } from '../values/arithmetic.ts';
import { isText } from '../values/text.ts';
import type { Value } from '../values/types.ts';
import { percentFormat } from './format/percent.ts';

/** Python's `left % right`: formatting where the left is a str. */
export function modulo(left: Value, right: Value): Value {
  return isText(left) ? percentFormat(left, right) : arithmetic('%', left, right);
}
