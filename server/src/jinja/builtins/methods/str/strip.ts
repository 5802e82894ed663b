import { native, type Builtin } from '../../../evaluate/callable.ts';
import { typeError } from '../../../values/errors.ts';
import { isText, sliceUnits, textOf } from '../../../values/text.ts';
import { charge } from '../../../values/meter.ts';
import type { Text, Value } from '../../../values/types.ts';
import { stripCut, type Side } from '../../text/spans.ts';

/** `text.strip(chars)` and its one-sided forms; `name` is what the TypeError calls it. */
export function strip(text: Text, chars: Value, side: Side, name = 'strip'): Text {
  if (chars !== null && !isText(chars)) throw typeError(`${name} arg must be None or str`);
  const plain = textOf(text);
  const [start, end] = stripCut(plain, chars === null ? null : textOf(chars), side);
  charge((plain.length - (end - start)) >> 4);
  return sliceUnits(text, start, end);
}

const method = (name: string, side: Side): Builtin =>
  native(name, `str.${name}(chars=None, /)`, (_rt, self, chars) => strip(self as Text, chars, side, name));

export const stripMethods: readonly Builtin[] = [
  method('strip', 'both'),
  method('lstrip', 'left'),
  method('rstrip', 'right'),
];
