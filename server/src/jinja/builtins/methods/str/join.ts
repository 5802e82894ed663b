import { native, type Builtin } from '../../../evaluate/callable.ts';
import { typeError } from '../../../values/errors.ts';
import { isIterable, toArray } from '../../../values/iterate.ts';
import { isMarkup, isText, joinTexts } from '../../../values/text.ts';
import type { Text, Value } from '../../../values/types.ts';
import { typeName } from '../../../values/typename.ts';
import { softText } from '../../coerce.ts';

function partOf(item: Value, index: number): Text {
  if (isText(item)) return item;
  throw typeError(`sequence item ${index}: expected str instance, ${typeName(item)} found`);
}

export const joinMethod: Builtin = native('join', 'str.join(iterable, /)', (_rt, self, iterable) => {
  const separator = self as Text;
  // Markup escapes whatever it joins, so it prints it first.
  if (isMarkup(separator)) return joinTexts(separator, toArray(iterable).map(softText));
  if (!isIterable(iterable)) throw typeError('can only join an iterable');
  return joinTexts(separator, toArray(iterable).map(partOf));
});
