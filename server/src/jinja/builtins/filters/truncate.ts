import { python, type Builtin } from '../../evaluate/callable.ts';
import { add } from '../../values/arithmetic.ts';
import { compare } from '../../values/compare.ts';
import { PythonError, typeError } from '../../values/errors.ts';
import { length } from '../../values/length.ts';
import { unitOffset } from '../../values/codepoints.ts';
import { print } from '../../values/print.ts';
import { bound as sliceBound } from '../../values/sequence.ts';
import { isTrue } from '../../values/truth.ts';
import { concatRaw, escape, isMarkup, isText, sliceUnits, textOf } from '../../values/text.ts';
import { Dict, type Text, type Value } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { attributeError } from '../errors.ts';

const DEFAULT_LEEWAY = 5;

const assertion = (message: string) => new PythonError('AssertionError', message);

/** The first `size` characters, up to the last blank among them unless words may be cut. */
function head(text: Text, size: number, cutWords: boolean): Text {
  const units = unitOffset(textOf(text), size);
  if (cutWords) return sliceUnits(text, 0, units);
  const blank = textOf(text).slice(0, units).lastIndexOf(' ');
  return sliceUnits(text, 0, blank < 0 ? units : blank);
}

export const truncate: Builtin = python(
  'truncate',
  "do_truncate(@env, s, length=255, killwords=False, end='...', leeway=None)",
  (_rt, value: Value, limit, killwords, end, leeway) => {
    const spare = leeway ?? DEFAULT_LEEWAY;
    const endLength = length(end);
    if (!compare('>=', limit, endLength)) {
      throw assertion(`expected length >= ${endLength}, got ${print(limit)}`);
    }
    if (!compare('>=', spare, 0)) throw assertion(`expected leeway >= 0, got ${print(spare)}`);
    if (compare('<=', length(value), add(limit, spare))) return value;
    if (value instanceof Dict) throw typeError("unhashable type: 'slice'");
    if (!isText(value)) throw attributeError(typeName(value), 'rsplit');
    if (!isText(end)) throw attributeError(typeName(end), 'rsplit');
    const kept = head(value, sliceBound(limit) - endLength, isTrue(killwords));
    const markup = isMarkup(kept) || isMarkup(end);
    return concatRaw(markup ? [escape(kept), escape(end)] : [kept, end], markup);
  },
);
