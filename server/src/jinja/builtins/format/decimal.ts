/**
 * Exact decimal digits of doubles, rounded half to even as C's printf does. JavaScript's toFixed and
 * toExponential round ties up and stop at 100 digits.
 */

/** The double as `mantissa * 2 ** exponent`, sign apart. */
function partsOf(value: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const fraction = bits & 0xfffffffffffffn;
  const biased = Number((bits >> 52n) & 0x7ffn);
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | 0x10000000000000n, exponent: biased - 1075 };
}

/** `|value| * 10 ** power` as an integer, ties to even. */
function scaled(value: number, power: number): bigint {
  const { mantissa, exponent } = partsOf(value);
  let numerator = mantissa;
  let denominator = 1n;
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  if (power >= 0) numerator *= 10n ** BigInt(power);
  else denominator *= 10n ** BigInt(-power);
  return divideHalfEven(numerator, denominator);
}

/** Nearest integer to the quotient of two non-negative integers, ties to even. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}

/** No double has more digits than these, after the point and significant: the rest is zeros. */
const MOST_PLACES = 1074;
const MOST_SIGNIFICANT = 767;
/** Digits before the point of the largest double. */
const MOST_DIGITS = 309;

/** A finite value in plain notation with `places` digits after the point; sign apart. */
export function fixedDigits(value: number, places: number): string {
  if (places > MOST_PLACES) return fixedDigits(value, MOST_PLACES) + '0'.repeat(places - MOST_PLACES);
  const digits = scaled(value, places)
    .toString()
    .padStart(places + 1, '0');
  const point = digits.length - places;
  return places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** A finite value as `d.ddd` with `places` digits after the point, times ten to the `exponent`; sign apart. */
export function exponentDigits(value: number, places: number): { digits: string; exponent: number } {
  if (value === 0) return { digits: '0'.repeat(places + 1), exponent: 0 };
  if (places > MOST_SIGNIFICANT) {
    const { digits, exponent } = exponentDigits(value, MOST_SIGNIFICANT);
    return { digits: digits + '0'.repeat(places - MOST_SIGNIFICANT), exponent };
  }
  let exponent = Math.floor(Math.log10(Math.abs(value)));
  let digits = scaled(value, places - exponent).toString();
  if (digits.length < places + 1) digits = scaled(value, places - --exponent).toString();
  if (digits.length > places + 1) digits = scaled(value, places - ++exponent).toString();
  return { digits, exponent };
}

/** C's spelling of an exponent: sign and at least two digits. */
export function exponentText(exponent: number, letter: string): string {
  return `${letter}${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

export type FloatStyle = 'e' | 'f' | 'g';

export interface FloatOptions {
  /** `#`: keep the point and the trailing zeros. */
  readonly alternate?: boolean;
  /** The style without a letter in a format spec: like `g`, but always with a digit after the point. */
  readonly pointed?: boolean;
}

/** `|value|` as `%e`, `%f` or `%g` print it in lower case; infinities and NaN are words. */
export function floatText(
  value: number,
  style: FloatStyle,
  precision: number,
  options: FloatOptions = {},
): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return 'inf';
  if (style === 'f') return fixedDigits(value, precision) + (options.alternate && precision === 0 ? '.' : '');
  if (style === 'e') {
    const { digits, exponent } = exponentDigits(value, precision);
    return pointAfter(digits, 1, options.alternate === true) + exponentText(exponent, 'e');
  }
  return generalText(value, precision, options);
}

function generalText(
  value: number,
  precision: number,
  { alternate = false, pointed = false }: FloatOptions,
): string {
  const significant = precision === 0 ? 1 : precision;
  const { digits, exponent } = exponentDigits(value, significant - 1);
  const kept = alternate ? digits : digits.replace(/0+$/, '') || '0';
  if (exponent < -4 || exponent >= (pointed ? significant - 1 : significant)) {
    return pointAfter(kept, 1, alternate) + exponentText(exponent, 'e');
  }
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${kept}`;
  const whole = pointAfter(kept.padEnd(exponent + 1, '0'), exponent + 1, alternate);
  return pointed && !whole.includes('.') ? `${whole}.0` : whole;
}

function pointAfter(digits: string, count: number, always: boolean): string {
  const rest = digits.slice(count);
  return rest === '' && !always ? digits : `${digits.slice(0, count)}.${rest}`;
}

/** Python's `round(value, places)`: the double nearest to the exact decimal rounding, ties to even. */
export function roundedTo(value: number, places: number): number {
  if (!Number.isFinite(value) || value === 0 || places > MOST_PLACES) return value;
  if (places < -MOST_DIGITS) return value < 0 ? -0 : 0;
  const digits = scaled(value, places).toString();
  return Math.sign(value) * Number(`${digits}e${-places}`);
}
