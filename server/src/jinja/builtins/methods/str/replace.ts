import { native, type Builtin } from '../../../evaluate/callable.ts';
import { charge } from '../../../values/meter.ts';
import { isMarkup, isText, escape, replaceRanges, sliceUnits, textOf } from '../../../values/text.ts';
import type { Text } from '../../../values/types.ts';
import { checkedString, sizeOf, softText } from '../../coerce.ts';
import { occurrences } from '../../text/spans.ts';

/** `text.replace(old, by, limit)`; a negative limit replaces all. */
export function replace(text: Text, old: string, by: Text, limit: number): Text {
  const plain = textOf(text);
  charge(plain.length >> 4);
  const found = occurrences(plain, old, limit < 0 ? -1 : limit);
  charge(found.length, found.length * (32 + textOf(by).length));
  return replaceRanges(
    text,
    found.map((start) => ({ start, end: start + old.length, by })),
  );
}

export const replaceMethods: readonly Builtin[] = [
  native('replace', 'str.replace(old, new, count=-1, /)', (_rt, self, old, by, count) => {
    const text = self as Text;
    const needle = checkedString(old, 'replace() argument 1');
    if (isMarkup(text)) return replace(text, needle, escape(softText(by)), sizeOf(count));
    if (!isText(by)) checkedString(by, 'replace() argument 2');
    return replace(text, needle, by as Text, sizeOf(count));
  }),
  native('removeprefix', 'str.removeprefix(prefix, /)', (_rt, self, prefix) => {
    const text = self as Text;
    const part = checkedString(prefix, 'removeprefix() argument');
    const plain = textOf(text);
    return plain.startsWith(part) ? sliceUnits(text, part.length, plain.length) : text;
  }),
  native('removesuffix', 'str.removesuffix(suffix, /)', (_rt, self, suffix) => {
    const text = self as Text;
    const part = checkedString(suffix, 'removesuffix() argument');
    const plain = textOf(text);
    return plain.endsWith(part) ? sliceUnits(text, 0, plain.length - part.length) : text;
  }),
];
