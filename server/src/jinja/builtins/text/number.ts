/** Numbers written in a str, as Python's `int(text, base)` and `float(text)` read them. */
import { isOf } from './classes.ts';
import { stripCut } from './spans.ts';
import { asciiDigits } from '../../values/digits.ts';
import { int, type Int } from '../../values/numbers.ts';

const MAX_DIGITS = 4300;
const PREFIXES: Readonly<Record<string, number>> = { '0b': 2, '0o': 8, '0x': 16 };

/** Digits of any script become ASCII ones, blanks become ` `. */
function toAscii(text: string): string {
  return asciiDigits(text).replace(/[^\0-\x7f]/gu, (char) => (isOf('space', char) ? ' ' : char));
}

/** What C takes for blank: the separators U+001C..1F, which `str.strip` takes off, are none. */
const BLANKS = '\t\n\v\f\r ';

function trimmed(text: string): string {
  const plain = toAscii(text);
  return plain.slice(...stripCut(plain, BLANKS, 'both'));
}

/** The int, or null where Python raises ValueError (also for a base that does not exist). */
export function parseInteger(text: string, base: number): Int | null {
  if (!(base === 0 || (base >= 2 && base <= 36))) return null;
  const match = /^([-+]?)(0[box]_?)?([0-9a-z]+(?:_[0-9a-z]+)*)$/i.exec(trimmed(text));
  if (!match) return null;
  const [, sign, prefix = '', body = ''] = match;
  const named = PREFIXES[prefix.slice(0, 2).toLowerCase()];
  const taken = named !== undefined && (base === 0 || base === named);
  const radix = taken ? named : base === 0 ? 10 : base;
  const digits = (taken ? body : prefix + body).replaceAll('_', '').toLowerCase();
  if (!taken && base === 0 && /^0\d*[1-9]/.test(digits)) return null;
  if (!Array.from(digits).every((digit) => parseInt(digit, 36) < radix)) return null;
  if ((radix & (radix - 1)) !== 0 && digits.length > MAX_DIGITS) return null;
  const value = magnitude(digits, radix);
  return int(sign === '-' ? -value : value);
}

/** Digits in a base that is a power of two have no limit of length: they are read as bits, in one go. */
function magnitude(digits: string, radix: number): bigint {
  if (radix === 10) return BigInt(digits);
  if ((radix & (radix - 1)) === 0) {
    const width = Math.log2(radix);
    const bits = Array.from(digits, (digit) => parseInt(digit, 36).toString(2).padStart(width, '0'));
    return BigInt(`0b${bits.join('')}`);
  }
  let value = 0n;
  for (const digit of digits) value = value * BigInt(radix) + BigInt(parseInt(digit, 36));
  return value;
}

const FLOAT =
  /^[-+]?(?:(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[-+]?\d+(?:_\d+)*)?|inf(?:inity)?|nan)$/i;

/** The float, or null where Python raises ValueError. */
export function parseFloatText(text: string): number | null {
  const plain = trimmed(text).toLowerCase();
  if (!FLOAT.test(plain)) return null;
  if (plain.endsWith('nan')) return NaN;
  if (plain.includes('inf')) return plain.startsWith('-') ? -Infinity : Infinity;
  return Number(plain.replaceAll('_', ''));
}
