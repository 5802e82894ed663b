/** `str(value)` with its origin. */
import { printText } from '../values/print.ts';
import { madeFrom } from '../values/text.ts';
import type { Text, Value } from '../values/types.ts';

/** `str(value)`, which for a value of the input is made from it. */
export function printed(value: Value): Text {
  const text = printText(value);
  return typeof text === 'string' && typeof value === 'object' ? madeFrom(text, value) : text;
}
