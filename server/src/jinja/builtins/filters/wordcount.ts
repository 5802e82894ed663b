import { python, type Builtin } from '../../evaluate/callable.ts';
import { charge } from '../../values/meter.ts';
import { textOf } from '../../values/text.ts';
import { asKnown } from '../../values/unicode.ts';
import { softText } from '../coerce.ts';

const WORD = /[\p{L}\p{N}_]+/gu;

export const wordcount: Builtin = python('wordcount', 'do_wordcount(s)', (_rt, value) => {
  const text = textOf(softText(value));
  charge(text.length >> 2);
  return asKnown(text).match(WORD)?.length ?? 0;
});
