import { python, type Builtin } from '../../evaluate/callable.ts';
import { typeError, undefinedError } from '../../values/errors.ts';
import { charge, chargeText } from '../../values/meter.ts';
import { isTrue } from '../../values/truth.ts';
import { concatRaw, escape, isMarkup, isText, sliceUnits, textOf } from '../../values/text.ts';
import { List, Tuple, Undefined } from '../../values/types.ts';
import type { Text, Value } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { timesOf } from '../coerce.ts';
import { attributeError } from '../errors.ts';
import { lineCuts } from '../text/spans.ts';

function blanks(count: number): string {
  chargeText(count);
  return ' '.repeat(count);
}

function operandOf(value: Value): Text {
  if (isText(value)) return value;
  if (value instanceof Undefined) throw undefinedError(value);
  if (value instanceof List) throw attributeError('list', 'splitlines');
  if (value instanceof Tuple) throw typeError('can only concatenate tuple (not "str") to tuple');
  throw typeError(`unsupported operand type(s) for +=: '${typeName(value)}' and 'str'`);
}

/** Every line end becomes a newline; lines but the first are indented, empty ones only if `blank`. */
export const indent: Builtin = python(
  'indent',
  'do_indent(s, width=4, first=False, blank=False)',
  (_rt, value, width, first, blank) => {
    const indention = isText(width) ? width : blanks(timesOf(width));
    const text = operandOf(value);
    const put: Text = isMarkup(text) ? escape(indention) : indention;
    const plain = `${textOf(text)}\n`;
    const lines = lineCuts(plain, false);
    charge(lines.length, lines.length * textOf(put).length);
    const parts: Text[] = isTrue(first) ? [put] : [];
    lines.forEach(([start, end], index) => {
      if (index > 0) parts.push('\n');
      if (index > 0 && (end > start || isTrue(blank))) parts.push(put);
      parts.push(sliceUnits(text, start, end));
    });
    return concatRaw(parts, isMarkup(text));
  },
);
