import { python, type Builtin } from '../../evaluate/callable.ts';
import { compare } from '../../values/compare.ts';
import { undefinedError, valueError } from '../../values/errors.ts';
import { charge } from '../../values/meter.ts';
import { repr } from '../../values/print.ts';
import { isTrue } from '../../values/truth.ts';
import { asPlain, isText, joinTexts, sliceUnits, textOf } from '../../values/text.ts';
import { Undefined, type Text, type Value } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { attributeError } from '../errors.ts';
import { lineCuts } from '../text/spans.ts';
import { wrapCuts, type WrapOptions } from '../text/wrap.ts';

const NEWLINE = '\n';

/** The value, if it is a str and so has the method. */
function textWith(method: string, value: Value): Text {
  if (value instanceof Undefined) throw undefinedError(value);
  if (!isText(value)) throw attributeError(typeName(value), method);
  return value;
}

/** Each line end of the text stays one; only what stands between them is wrapped. */
export const wordwrap: Builtin = python(
  'wordwrap',
  'do_wordwrap(@environment, s, width=79, break_long_words=True, wrapstring=None, break_on_hyphens=True)',
  (_rt, value, width, breakLongWords, wrapString, breakOnHyphens) => {
    const separator = wrapString === null ? NEWLINE : textWith('join', wrapString);
    const text = textWith('splitlines', value);
    const plain = textOf(text);
    charge(plain.length, plain.length * 48);
    const lines = lineCuts(plain, false);
    if (lines.some(([start, end]) => end > start) && compare('<=', width, 0)) {
      throw valueError(`invalid width ${repr(width)} (must be > 0)`);
    }
    const options: WrapOptions = {
      width: Number(width),
      breakLongWords: isTrue(breakLongWords),
      breakOnHyphens: isTrue(breakOnHyphens),
    };
    const wrapped = lines.map(([start, end]) => {
      const cuts = wrapCuts(plain.slice(start, end), options);
      return joinTexts(
        separator,
        cuts.map(([from, to]) => asPlain(sliceUnits(text, start + from, start + to))),
      );
    });
    return joinTexts(separator, wrapped);
  },
);
