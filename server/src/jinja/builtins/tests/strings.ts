import { python, type Builtin } from '../../evaluate/callable.ts';
import { textOf } from '../../values/text.ts';
import { charge } from '../../values/meter.ts';
import type { Value } from '../../values/types.ts';
import { plainText } from '../coerce.ts';
import { isLower, isUpper } from '../methods/str/predicates.ts';

function charged(value: Value): string {
  const text = textOf(plainText(value));
  charge(text.length >> 2);
  return text;
}

export const stringTests: readonly Builtin[] = [
  python('lower', 'test_lower(value)', (_rt, value) => isLower(charged(value))),
  python('upper', 'test_upper(value)', (_rt, value) => isUpper(charged(value))),
];
