/** Filters that are str methods of the printed operand. */
import { python, type Builtin } from '../../evaluate/callable.ts';
import { chargeText } from '../../values/meter.ts';
import { likeMarkup, textOf } from '../../values/text.ts';
import type { Text } from '../../values/types.ts';
import { sizeOf, softText } from '../coerce.ts';
import { center } from '../methods/str/pad.ts';
import { strip } from '../methods/str/strip.ts';
import { capitalize, lower, upper } from '../text/casing.ts';

const mapped = (name: string, map: (text: string) => string): Builtin =>
  python(name, `do_${name}(s)`, (_rt, value) => {
    const text: Text = softText(value);
    chargeText(textOf(text).length);
    return likeMarkup(text, map(textOf(text)));
  });

export const stringFilters: readonly Builtin[] = [
  python('trim', 'do_trim(value, chars=None)', (_rt, value, chars) => strip(softText(value), chars, 'both')),
  mapped('upper', upper),
  mapped('lower', lower),
  mapped('capitalize', capitalize),
  python('center', 'do_center(value, width=80)', (_rt, value, width) =>
    center(softText(value), sizeOf(width), ' '),
  ),
  python('string', 'soft_str(s)', (_rt, value) => softText(value)),
];
