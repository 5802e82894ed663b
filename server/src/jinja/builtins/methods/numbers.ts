/** Methods and plain attributes of int, bool and float. */
import { native, type Builtin } from '../../evaluate/callable.ts';
import { Complex } from '../../values/complex.ts';
import { overflowError, valueError } from '../../values/errors.ts';
import { int, intOfDouble, isInt, toInt } from '../../values/numbers.ts';
import { Float, Tuple, type Value } from '../../values/types.ts';

const intOf = (self: Value): number | bigint => toInt(self as number | bigint | boolean);

/** Binary digits of the magnitude; none for 0. */
function bits(self: Value): string {
  const value = intOf(self);
  return value === 0 ? '' : (value < 0 ? -value : value).toString(2);
}

export const intMethods: readonly Builtin[] = [
  native('bit_length', 'int.bit_length()', (_rt, self) => bits(self).length),
  native('bit_count', 'int.bit_count()', (_rt, self) => bits(self).replaceAll('0', '').length),
  native('conjugate', 'int.conjugate()', (_rt, self) => intOf(self)),
  native('as_integer_ratio', 'int.as_integer_ratio()', (_rt, self) => new Tuple([intOf(self), 1])),
];

function integerRatio(value: number): Tuple {
  if (Number.isNaN(value)) throw valueError('cannot convert NaN to integer ratio');
  if (!Number.isFinite(value)) throw overflowError('cannot convert Infinity to integer ratio');
  let numerator = value;
  let denominator = 1n;
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    denominator *= 2n;
  }
  return new Tuple([intOfDouble(numerator), int(denominator)]);
}

const MANTISSA_DIGITS = 13;
const SMALLEST_EXPONENT = -1022;

function hex(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const magnitude = Math.abs(value);
  if (!Number.isFinite(value)) return `${sign}inf`;
  if (magnitude === 0) return `${sign}0x0.0p+0`;
  let exponent = Math.max(SMALLEST_EXPONENT, Math.floor(Math.log2(magnitude)));
  if (magnitude < 2 ** exponent && exponent > SMALLEST_EXPONENT) exponent--;
  const lead = magnitude / 2 ** exponent;
  const whole = Math.floor(lead);
  const fraction = ((lead - whole) * 16 ** MANTISSA_DIGITS).toString(16).padStart(MANTISSA_DIGITS, '0');
  return `${sign}0x${whole}.${fraction}p${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}

const valueOf = (self: Value): number => (self as Float).value;

export const floatMethods: readonly Builtin[] = [
  native('is_integer', 'float.is_integer()', (_rt, self) => Number.isInteger(valueOf(self))),
  native('conjugate', 'float.conjugate()', (_rt, self) => self),
  native('as_integer_ratio', 'float.as_integer_ratio()', (_rt, self) => integerRatio(valueOf(self))),
  native('hex', 'float.hex()', (_rt, self) => hex(valueOf(self))),
];

export const complexMethods: readonly Builtin[] = [
  native('conjugate', 'complex.conjugate()', (_rt, self) => {
    const { real, imag } = self as Complex;
    return new Complex(real, -imag);
  }),
];

const INT_ATTRIBUTES: Readonly<Record<string, (value: Value) => Value>> = {
  real: intOf,
  imag: () => 0,
  numerator: intOf,
  denominator: () => 1,
};

const FLOAT_ATTRIBUTES: Readonly<Record<string, (value: Value) => Value>> = {
  real: (value) => value,
  imag: () => new Float(0),
};

/** `(5).real` and the like; `undefined` where there is no such attribute. */
export function numberAttribute(value: Value, name: string): Value | undefined {
  const attributes = value instanceof Float ? FLOAT_ATTRIBUTES : isInt(value) ? INT_ATTRIBUTES : {};
  return Object.hasOwn(attributes, name) ? attributes[name]?.(value) : undefined;
}
