/** `str(value)`, `repr(value)` and `ascii(value)`, as `!s`, `!r`, `!a` and `%s`, `%r`, `%a` ask for them. */
import { printText, repr } from '../../values/print.ts';
import type { Text, Value } from '../../values/types.ts';

const NOT_ASCII = /[^\0-\x7f]/gu;

function escapeCode(char: string): string {
  const code = char.codePointAt(0) as number;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

export type Conversion = 's' | 'r' | 'a';

export function convert(value: Value, conversion: Conversion): Text {
  if (conversion === 's') return printText(value);
  const text = repr(value);
  return conversion === 'a' ? text.replace(NOT_ASCII, escapeCode) : text;
}
