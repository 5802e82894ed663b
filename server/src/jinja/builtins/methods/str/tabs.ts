import { native, type Builtin } from '../../../evaluate/callable.ts';
import { charge, chargeText } from '../../../values/meter.ts';
import { replaceRanges, textOf, type Replacement } from '../../../values/text.ts';
import type { Text } from '../../../values/types.ts';
import { smallOf } from '../../coerce.ts';

export const expandtabs: Builtin = native('expandtabs', 'str.expandtabs(tabsize=8)', (_rt, self, tabsize) => {
  const text = self as Text;
  const size = smallOf(tabsize);
  const replacements: Replacement[] = [];
  let at = 0;
  let column = 0;
  for (const char of textOf(text)) {
    charge(1);
    if (char === '\t') {
      const width = size > 0 ? size - (column % size) : 0;
      chargeText(width);
      replacements.push({ start: at, end: at + 1, by: ' '.repeat(width) });
      column += width;
    } else {
      column = char === '\n' || char === '\r' ? 0 : column + 1;
    }
    at += char.length;
  }
  return replaceRanges(text, replacements);
});
