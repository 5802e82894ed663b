import { native, type Builtin } from '../../../evaluate/callable.ts';
import { typeError } from '../../../values/errors.ts';
import { chargeText } from '../../../values/meter.ts';
import { concatRaw, escape, isMarkup, isText, sliceUnits, textLength, textOf } from '../../../values/text.ts';
import type { Text, Value } from '../../../values/types.ts';
import { typeName } from '../../../values/typename.ts';
import { codePointLength } from '../../../values/codepoints.ts';
import { sizeOf } from '../../coerce.ts';

function fillOf(self: Text, value: Value): string {
  if (!isText(value))
    throw typeError(`The fill character must be a unicode character, not ${typeName(value)}`);
  const fill = textOf(isMarkup(self) ? escape(value) : value);
  if (codePointLength(fill) !== 1) throw typeError('The fill character must be exactly one character long');
  return fill;
}

/** `text` between `left` and `right` copies of `fill`; its own characters keep their origin. */
function between(text: Text, left: number, right: number, fill: string): Text {
  if (left <= 0 && right <= 0) return text;
  chargeText(left + right);
  return concatRaw([fill.repeat(left), text, fill.repeat(right)], isMarkup(text));
}

/** `text.center(width, fill)`: an odd blank goes left where the width is odd. */
export function center(text: Text, width: number, fill: string): Text {
  const missing = Math.max(0, width - textLength(text));
  const left = (missing >> 1) + (missing & width & 1);
  return between(text, left, missing - left, fill);
}

type Pad = (text: Text, width: number, fill: string) => Text;

const padding = (name: string, pad: Pad): Builtin =>
  native(name, `str.${name}(width, fillchar=' ', /)`, (_rt, self, width, fill) =>
    pad(self as Text, sizeOf(width), fillOf(self as Text, fill)),
  );

function zfill(text: Text, width: number): Text {
  const missing = Math.max(0, width - textLength(text));
  if (missing === 0) return text;
  const plain = textOf(text);
  const sign = /^[-+]/.test(plain) ? 1 : 0;
  chargeText(missing);
  return concatRaw(
    [sliceUnits(text, 0, sign), '0'.repeat(missing), sliceUnits(text, sign, plain.length)],
    isMarkup(text),
  );
}

export const padMethods: readonly Builtin[] = [
  padding('center', center),
  padding('ljust', (text, width, fill) => between(text, 0, Math.max(0, width - textLength(text)), fill)),
  padding('rjust', (text, width, fill) => between(text, Math.max(0, width - textLength(text)), 0, fill)),
  native('zfill', 'str.zfill(width, /)', (_rt, self, width) => zfill(self as Text, sizeOf(width))),
];
