import { python, type Builtin } from '../../evaluate/callable.ts';
import { overflowError, typeError, undefinedError, valueError } from '../../values/errors.ts';
import { isNumber, toDouble } from '../../values/numbers.ts';
import { repr } from '../../values/print.ts';
import { isTrue } from '../../values/truth.ts';
import { isText, textOf } from '../../values/text.ts';
import { Undefined, type Value } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { fixedDigits } from '../format/decimal.ts';
import { parseFloatText } from '../text/number.ts';

const DECIMAL = ['kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;
const BINARY = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'] as const;

function floatOf(value: Value): number {
  if (value instanceof Undefined) throw undefinedError(value);
  if (isNumber(value)) return toDouble(value);
  if (!isText(value)) {
    throw typeError(`float() argument must be a string or a real number, not '${typeName(value)}'`);
  }
  const parsed = parseFloatText(textOf(value));
  if (parsed === null) throw valueError(`could not convert string to float: ${repr(value)}`);
  return parsed;
}

/** Every digit of a large one. */
function wholeOf(bytes: number): string {
  if (!Number.isFinite(bytes)) throw overflowError('cannot convert float infinity to integer');
  return String(BigInt(Math.trunc(bytes)));
}

export const filesizeformat: Builtin = python(
  'filesizeformat',
  'do_filesizeformat(value, binary=False)',
  (_rt, value, binary) => {
    const bytes = floatOf(value);
    const base = isTrue(binary) ? 1024 : 1000;
    const units = isTrue(binary) ? BINARY : DECIMAL;
    if (bytes === 1) return '1 Byte';
    if (bytes < base) return `${wholeOf(bytes)} Bytes`;
    const power = units.findIndex((_, index) => bytes < base ** (index + 2));
    const place = power < 0 ? units.length - 1 : power;
    const shown = (base * bytes) / base ** (place + 2);
    return `${Number.isFinite(shown) ? fixedDigits(shown, 1) : 'inf'} ${units[place]}`;
  },
);
