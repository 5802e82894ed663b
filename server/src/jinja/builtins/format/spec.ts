/** The format spec mini-language: `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`. */
import { asciiDigits } from '../../values/digits.ts';
import { valueError } from '../../values/errors.ts';
import type { Alignment } from './padding.ts';

export interface FormatSpec {
  readonly fill: string;
  readonly align: Alignment | '=';
  /** True where the spec itself names the alignment. */
  readonly aligned: boolean;
  readonly sign: '' | '+' | '-' | ' ';
  readonly coerceNegativeZero: boolean;
  readonly alternate: boolean;
  readonly width: number;
  readonly grouping: '' | ',' | '_';
  /** -1 where none is given. */
  readonly precision: number;
  /** One character, or empty. */
  readonly type: string;
}

/** Digits may be those of any script. */
const SPEC = /^(?:(.)?([<>=^]))?([-+ ]?)(z?)(#?)(0?)(\p{Nd}*)(,?)(_?)(,?)(?:(\.)(\p{Nd}*))?(.*)$/su;
const MAX_DIGITS = 18;

/** Types that take `,` and `_`; binary ones take `_` alone. */
const GROUPED = new Set(['', 'd', 'e', 'E', 'f', 'F', 'g', 'G', '%']);
const GROUPED_BY_UNDERSCORE = new Set(['b', 'o', 'x', 'X']);

/**
 * Reads a spec for a value of the Python type `typeName`.
 * @throws PythonError ValueError with Python's message.
 */
export function parseSpec(
  spec: string,
  typeName: string,
  defaults: { align: Alignment; type: string },
): FormatSpec {
  const [, fill, align, sign, z, alternate, zero, width, comma, underscore, second, point, precision, rest] =
    splitSpec(spec);
  if (underscore && (comma || second)) throw valueError("Cannot specify both ',' and '_'.");
  if (point && !precision) throw valueError('Format specifier missing precision');
  const type = second && !underscore ? second + rest : rest;
  if (Array.from(type).length > 1) {
    throw valueError(`Invalid format specifier '${spec}' for object of type '${typeName}'`);
  }
  const grouping = comma ? ',' : underscore ? '_' : '';
  requireGroupable(grouping, type || defaults.type);
  const paddedByZero = zero !== '' && fill === '';
  return {
    fill: fill || (paddedByZero ? '0' : ' '),
    align: (align || (paddedByZero && defaults.align === '>' ? '=' : defaults.align)) as Alignment | '=',
    aligned: align !== '',
    sign: sign as FormatSpec['sign'],
    coerceNegativeZero: z !== '',
    alternate: alternate !== '',
    width: numberOf(width),
    grouping,
    precision: point ? numberOf(precision) : -1,
    type,
  };
}

type Pieces = [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

function splitSpec(spec: string): Pieces {
  return Array.from(SPEC.exec(spec) ?? [], (piece) => piece ?? '') as Pieces;
}

function numberOf(written: string): number {
  const digits = asciiDigits(written);
  if (digits.length > MAX_DIGITS) throw valueError('Too many decimal digits in format string');
  return Number(digits);
}

function requireGroupable(grouping: string, type: string): void {
  if (grouping === '' || GROUPED.has(type)) return;
  if (grouping === '_' && GROUPED_BY_UNDERSCORE.has(type)) return;
  throw valueError(`Cannot specify '${grouping}' with '${type}'.`);
}

export function unknownCode(type: string, typeName: string): Error {
  const code = type.codePointAt(0) ?? 0;
  const shown = code > 32 && code < 128 ? type : `\\x${code.toString(16)}`;
  return valueError(`Unknown format code '${shown}' for object of type '${typeName}'`);
}
