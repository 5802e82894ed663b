import { python, type Builtin } from '../../evaluate/callable.ts';
import { escape, isMarkup, textOf } from '../../values/text.ts';
import type { Text, Value } from '../../values/types.ts';
import { plainText, sizeOf, softText } from '../coerce.ts';
import { replace as replaceText } from '../methods/str/replace.ts';

/** With autoescape, Markup in the arguments makes Markup of the operand, and Markup escapes what it takes in. */
function replaceEscaped(value: Value, old: Value, by: Value, limit: number): Text {
  const escapes = isMarkup(old) || (isMarkup(by) && !isMarkup(value));
  const text = escapes ? escape(softText(value)) : softText(value);
  return replaceText(
    text,
    textOf(softText(old)),
    isMarkup(text) ? escape(softText(by)) : softText(by),
    limit,
  );
}

export const replace: Builtin = python(
  'replace',
  'do_replace(@eval_ctx, s, old, new, count=None)',
  (rt, value, old, by, count) => {
    const limit = count === null ? -1 : sizeOf(count);
    if (rt.autoescape) return replaceEscaped(value, old, by, limit);
    return replaceText(plainText(value), textOf(plainText(old)), plainText(by), limit);
  },
);
