/** Decimal digits of all scripts. */
import { hasUnassigned } from './unicode.ts';

const DIGIT = /\p{Nd}/u;

/** Five blocks of digits that touch each other: bold, double-struck, ... */
const MATH_DIGITS = 0x1d7ce;

/** The text with every decimal digit as an ASCII one. */
export function asciiDigits(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return Array.from(text, (char) => (isDigit(char) ? digitValue(char) : char)).join('');
}

const isDigit = (char: string): boolean => DIGIT.test(char) && !hasUnassigned(char);

/** Digits come in blocks of ten; the zero is where a block begins. */
function digitValue(char: string): number {
  let code = char.codePointAt(0) as number;
  if (code >= MATH_DIGITS && code < MATH_DIGITS + 50) return (code - MATH_DIGITS) % 10;
  let value = 0;
  while (value < 9 && isDigit(String.fromCodePoint(--code))) value++;
  return value;
}
