/** Python's `str(value)` and `repr(value)`. */
import { originalKey } from './dict.ts';
import { recursionError, valueError } from './errors.ts';
import { chargeText, maximumDepth } from './meter.ts';
import { Dict, Float, List, Str, Tuple, Undefined, type Text, type Value } from './types.ts';
import { asKnown } from './unicode.ts';

/** `str(value)`. */
export function print(value: Value): string {
  if (typeof value === 'string') return value;
  if (value instanceof Str) return value.text;
  if (value instanceof Undefined) return '';
  if (typeof value === 'object' && value !== null && 'print' in value) return value.print();
  return repr(value);
}

/** `str(value)` with its origin, where it is a str already. */
export function printText(value: Value): Text {
  return value instanceof Str ? value : print(value);
}

/** `repr(value)`. */
export function repr(value: Value): string {
  return reprAt(value, 0);
}

/** `repr(float)`: the shortest digits that read back as the same double, in Python's layout. */
export function reprFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', power = ''] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const sign = exponent < 0 ? '-' : '+';
    return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const plain = exponent < 0 ? value.toFixed(Math.max(0, digitsOf(mantissa) - 1 - exponent)) : String(value);
  return plain.includes('.') ? plain : `${plain}.0`;
}

/** `repr(str)`: single quotes unless that costs escapes; what does not print is escaped. */
export function reprString(text: string): string {
  chargeText(text.length);
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = asKnown(text).replace(UNPRINTABLE, (char, at: number) => {
    if (char === "'" || char === '"') return char === quote ? `\\${char}` : char;
    return ESCAPES.get(char) ?? escapeCode(text.codePointAt(at) as number);
  });
  return quote + escaped + quote;
}

const MAXIMUM_DIGITS = 4300;

/** Digits of an int, with Python's limit on them. */
export function printInt(value: number | bigint): string {
  const digits = String(value);
  if (typeof value === 'bigint' && digits.length - (value < 0n ? 1 : 0) > MAXIMUM_DIGITS) {
    throw valueError(
      `Exceeds the limit (${MAXIMUM_DIGITS} digits) for integer string conversion; ` +
        'use sys.set_int_max_str_digits() to increase the limit',
    );
  }
  return digits;
}

const UNPRINTABLE = /[\\'"]|[\p{C}\p{Z}]/gu;
const ESCAPES = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  [' ', ' '],
]);

function escapeCode(code: number): string {
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  if (code < 0x10000) return `\\u${hex.padStart(4, '0')}`;
  return `\\U${hex.padStart(8, '0')}`;
}

const digitsOf = (mantissa: string) => mantissa.replace(/[-.]/g, '').length;

function reprAt(value: Value, depth: number): string {
  if (value === null) return 'None';
  switch (typeof value) {
    case 'string':
      return reprString(value);
    case 'boolean':
      return value ? 'True' : 'False';
    case 'number':
    case 'bigint':
      return printInt(value);
  }
  if (value instanceof Str)
    return value.markup ? `Markup(${reprString(value.text)})` : reprString(value.text);
  if (value instanceof Float) return reprFloat(value.value);
  if (value instanceof Undefined) return 'Undefined';
  if (depth > maximumDepth()) throw recursionError(' while getting the repr of an object');
  if (value instanceof List) return `[${reprItems(value.items, depth)}]`;
  if (value instanceof Tuple) {
    return value.items.length === 1
      ? `(${reprItems(value.items, depth)},)`
      : `(${reprItems(value.items, depth)})`;
  }
  if (value instanceof Dict) return reprDict(value, depth);
  return value.repr();
}

function reprItems(items: readonly Value[], depth: number): string {
  let text = '';
  for (let i = 0; i < items.length; i++) {
    const item = reprAt(items[i] as Value, depth + 1);
    chargeText(item.length);
    text += i > 0 ? `, ${item}` : item;
  }
  return text;
}

function reprDict(dict: Dict, depth: number): string {
  let text = '';
  for (const [hash, value] of dict.map) {
    if (text !== '') text += ', ';
    const entry = `${reprAt(originalKey(dict, hash), depth + 1)}: ${reprAt(value, depth + 1)}`;
    chargeText(entry.length);
    text += entry;
  }
  return `{${text}}`;
}
