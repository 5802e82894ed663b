/** Number literals: how long one is, and what it is worth. */
import { asciiDigits } from '../values/digits.ts';

const FLOAT =
  /(?:\p{Nd}+_)*\p{Nd}+(?:(?:\.(?:\p{Nd}+_)*\p{Nd}+)?e[+-]?(?:\p{Nd}+_)*\p{Nd}+|\.(?:\p{Nd}+_)*\p{Nd}+)/iuy;
const INTEGER = /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\p{Nd}a-f])+|[1-9](?:_?\p{Nd})*|0(?:_?0)*/iuy;

/** More decimal digits than this Python refuses to read. */
const MOST_DIGITS = 4300;

/** End of the float that begins at `at`, or -1. After a dot there is none: `x.0.1` are two items. */
export function floatEnd(text: string, at: number): number {
  if (text[at - 1] === '.') return -1;
  FLOAT.lastIndex = at;
  return FLOAT.test(text) ? FLOAT.lastIndex : -1;
}

/** End of the integer that begins at `at`, or -1. */
export function integerEnd(text: string, at: number): number {
  INTEGER.lastIndex = at;
  return INTEGER.test(text) ? INTEGER.lastIndex : -1;
}

/** Exact: a bigint where a double can't hold it. `null` where it has more digits than Python reads. */
export function integerValue(literal: string): number | bigint | null {
  const digits = asciiDigits(literal.replaceAll('_', ''));
  if (digits.length > MOST_DIGITS && !/^0[box]/i.test(digits)) return null;
  const value = digits.length <= 15 ? Number(digits) : BigInt(digits);
  return typeof value === 'bigint' && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

export function tooManyDigits(literal: string): string {
  const count = literal.replaceAll('_', '').length;
  return `Exceeds the limit (${MOST_DIGITS} digits) for integer string conversion: value has ${count} digits; use sys.set_int_max_str_digits() to increase the limit`;
}
