/** The numeric conversions of `%`: `d i u x X o e E f F g G`. */
import { overflowError, typeError, undefinedError, valueError } from '../../values/errors.ts';
import { intOfDouble, isInt, isNumber, toDouble, toInt, type Int } from '../../values/numbers.ts';
import { printInt } from '../../values/print.ts';
import { Float, Undefined, type Value } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { floatText, type FloatStyle } from './decimal.ts';
import { paddedNumber, signOf } from './padding.ts';
import type { PercentSpec } from './percent.ts';

const RADIX: Readonly<Record<string, number>> = { d: 10, i: 10, u: 10, x: 16, X: 16, o: 8 };
const PREFIX: Readonly<Record<string, string>> = { x: '0x', X: '0X', o: '0o' };
const DEFAULT_PRECISION = 6;

export function numberText(value: Value, spec: PercentSpec): string {
  const radix = RADIX[spec.letter];
  return radix === undefined
    ? floatNumber(value, spec)
    : intNumber(integerOf(value, spec.letter, radix), spec, radix);
}

function intNumber(value: Int, spec: PercentSpec, radix: number): string {
  const magnitude = value < 0 ? -value : value;
  const digits = radix === 10 ? printInt(magnitude) : magnitude.toString(radix);
  const filled = digits.padStart(spec.precision, '0');
  const prefix = spec.flags.includes('#') ? (PREFIX[spec.letter] ?? '') : '';
  return layout(value < 0, prefix, spec.letter === 'X' ? filled.toUpperCase() : filled, spec);
}

function integerOf(value: Value, letter: string, radix: number): Int {
  if (isInt(value)) return toInt(value);
  if (radix !== 10) throw typeError(`%${letter} format: an integer is required, not ${typeName(value)}`);
  if (value instanceof Undefined) throw undefinedError(value);
  if (!(value instanceof Float)) {
    throw typeError(`%${letter} format: a real number is required, not ${typeName(value)}`);
  }
  if (Number.isNaN(value.value)) throw valueError('cannot convert float NaN to integer');
  if (!Number.isFinite(value.value)) throw overflowError('cannot convert float infinity to integer');
  return intOfDouble(Math.trunc(value.value));
}

function floatNumber(value: Value, spec: PercentSpec): string {
  if (value instanceof Undefined) throw undefinedError(value);
  if (!isNumber(value)) throw typeError(`must be real number, not ${typeName(value)}`);
  const double = toDouble(value);
  const style = spec.letter.toLowerCase() as FloatStyle;
  const precision = spec.precision < 0 ? DEFAULT_PRECISION : spec.precision;
  const text = floatText(double, style, precision, { alternate: spec.flags.includes('#') });
  const negative = double < 0 || Object.is(double, -0);
  return layout(negative, '', spec.letter === style ? text : text.toUpperCase(), spec);
}

function layout(negative: boolean, prefix: string, digits: string, { flags, width }: PercentSpec): string {
  const sign = signOf(negative, flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '-');
  const left = flags.includes('-');
  const zeros = flags.includes('0') && !left;
  return paddedNumber({ sign, prefix, digits }, width, zeros ? '0' : ' ', left ? '<' : zeros ? '=' : '>');
}
