import { python, type Builtin } from '../../evaluate/callable.ts';
import { chargeText } from '../../values/meter.ts';
import { textOf } from '../../values/text.ts';
import { softText } from '../coerce.ts';
import { lower, upper } from '../text/casing.ts';
import { SPACE } from '../text/classes.ts';

/** A word begins after blanks, hyphens and opening brackets: not after an apostrophe, as in `str.title`. */
const WORD = new RegExp(`[^-${SPACE}({[<]+`, 'g');

function capitalizeWord(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0) as number);
  return upper(first) + lower(word.slice(first.length));
}

export const title: Builtin = python('title', 'do_title(s)', (_rt, value) => {
  const text = textOf(softText(value));
  chargeText(text.length);
  return text.replace(WORD, capitalizeWord);
});
