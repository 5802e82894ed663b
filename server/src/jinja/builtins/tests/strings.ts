import { python, type Builtin } from '../../evaluate/callable.ts';
import { textOf } from '../../values/text.ts';
import { plainText } from '../coerce.ts';
import { isLower, isUpper } from '../methods/str/predicates.ts';

export const stringTests: readonly Builtin[] = [
  python('lower', 'test_lower(value)', (_rt, value) => isLower(textOf(plainText(value)))),
  python('upper', 'test_upper(value)', (_rt, value) => isUpper(textOf(plainText(value)))),
];
