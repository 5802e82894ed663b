import { python, type Builtin } from '../../evaluate/callable.ts';
import { asPlain, escape, isMarkup, joinTexts } from '../../values/text.ts';
import { toArray } from '../../values/iterate.ts';
import type { Text, Value } from '../../values/types.ts';
import { attributeGetter } from '../attributes.ts';
import { plainText, softText } from '../coerce.ts';

/** With autoescape, one Markup among the items makes the separator (and so the result) Markup. */
function joinEscaped(separator: Value, items: readonly Value[]): Text {
  if (isMarkup(separator)) return joinTexts(separator, items.map(softText));
  const anyMarkup = items.some(isMarkup);
  const texts = items.map(softText);
  return joinTexts(anyMarkup ? escape(softText(separator)) : asPlain(softText(separator)), texts);
}

export const join: Builtin = python(
  'join',
  "sync_do_join(@eval_ctx, value, d='', attribute=None)",
  (rt, value, separator, attribute) => {
    let items = toArray(value);
    if (attribute !== null) items = items.map(attributeGetter(rt, attribute));
    if (rt.autoescape) return joinEscaped(separator, items);
    return joinTexts(plainText(separator), items.map(plainText));
  },
);
