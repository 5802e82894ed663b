import { native, type Builtin } from '../../../evaluate/callable.ts';
import { typeError } from '../../../values/errors.ts';
import { charge } from '../../../values/meter.ts';
import { isMarkup, isText, escape, replaceRanges, sliceUnits, textOf } from '../../../values/text.ts';
import type { Text, Value } from '../../../values/types.ts';
import { typeName } from '../../../values/typename.ts';
import { sizeOf, stringArgument } from '../../coerce.ts';
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

function replaceArgument(value: Value, position: number): Text {
  if (isText(value)) return value;
  throw typeError(`replace() argument ${position} must be str, not ${typeName(value)}`);
}

export const replaceMethods: readonly Builtin[] = [
  native('replace', 'str.replace(old, new, count=-1, /)', (_rt, self, old, by, count) => {
    const text = self as Text;
    const needle = textOf(replaceArgument(old, 1));
    const put = replaceArgument(by, 2);
    return replace(text, needle, isMarkup(text) ? escape(put) : put, sizeOf(count));
  }),
  native('removeprefix', 'str.removeprefix(prefix, /)', (_rt, self, prefix) => {
    const text = self as Text;
    const part = stringArgument(prefix, (type) => `removeprefix() argument must be str, not ${type}`);
    const plain = textOf(text);
    return plain.startsWith(part) ? sliceUnits(text, part.length, plain.length) : text;
  }),
  native('removesuffix', 'str.removesuffix(suffix, /)', (_rt, self, suffix) => {
    const text = self as Text;
    const part = stringArgument(suffix, (type) => `removesuffix() argument must be str, not ${type}`);
    const plain = textOf(text);
    return plain.endsWith(part) ? sliceUnits(text, 0, plain.length - part.length) : text;
  }),
];
