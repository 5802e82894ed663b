/** Filling text up to a width, counted in code points. */
import { codePointLength } from '../../values/codepoints.ts';
import { chargeText } from '../../values/meter.ts';

/** What goes left and right of a text of `length` code points to make it `width` wide. */
export interface Padding {
  readonly left: string;
  readonly right: string;
}

export type Alignment = '<' | '>' | '^';

export function paddingOf(length: number, width: number, fill: string, align: Alignment): Padding {
  const missing = width - length;
  if (missing <= 0) return { left: '', right: '' };
  chargeText(missing);
  const left = align === '<' ? 0 : align === '>' ? missing : missing >> 1;
  return { left: fill.repeat(left), right: fill.repeat(missing - left) };
}

export function padded(text: string, width: number, fill: string, align: Alignment): string {
  const { left, right } = paddingOf(codePointLength(text), width, fill, align);
  return left + text + right;
}

/** A printed number in three: the filling of `=` goes between sign or prefix and digits. */
export interface NumberParts {
  /** `-`, `+`, blank or empty. */
  readonly sign: string;
  /** `0x` and the like. */
  readonly prefix: string;
  readonly digits: string;
}

export function paddedNumber(
  { sign, prefix, digits }: NumberParts,
  width: number,
  fill: string,
  align: Alignment | '=',
): string {
  const head = sign + prefix;
  if (align !== '=') return padded(head + digits, width, fill, align);
  return head + padded(digits, width - head.length, fill, '>');
}

/** The sign that a number shows: `mode` is `-` (only minus), `+` or a blank. */
export function signOf(negative: boolean, mode: string): string {
  if (negative) return '-';
  return mode === '-' ? '' : mode;
}
