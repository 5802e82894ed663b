import { native, type Builtin } from '../../../evaluate/callable.ts';
import { chargeText } from '../../../values/meter.ts';
import { likeMarkup, textOf } from '../../../values/text.ts';
import type { Text } from '../../../values/types.ts';
import { capitalize, casefold, lower, swapcase, title, upper } from '../../text/casing.ts';

const mapping = (name: string, map: (text: string) => string): Builtin =>
  native(name, `str.${name}()`, (_rt, self) => {
    const text = textOf(self as Text);
    chargeText(text.length);
    return likeMarkup(self as Text, map(text));
  });

export const caseMethods: readonly Builtin[] = [
  mapping('upper', upper),
  mapping('lower', lower),
  mapping('capitalize', capitalize),
  mapping('title', title),
  mapping('swapcase', swapcase),
  mapping('casefold', casefold),
];
