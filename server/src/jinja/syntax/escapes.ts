/**
 * The value of a string literal's inside, as Python's `unicode-escape` reads it after every character
 * outside ASCII was written as an escape (which is why a backslash before such a character shows its code).
 */
import { characterNamed } from './characterNames.ts';

const SIMPLE: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

const TRUNCATED: Readonly<Record<string, string>> = {
  x: 'truncated \\xXX escape',
  u: 'truncated \\uXXXX escape',
  U: 'truncated \\UXXXXXXXX escape',
};

export type Unescaped =
  | { readonly ok: true; readonly value: string }
  /** `at`: offset of the backslash in `inside`. */
  | { readonly ok: false; readonly message: string; readonly at: number };

export function unescape(inside: string): Unescaped {
  let next = inside.indexOf('\\');
  if (next < 0) return { ok: true, value: inside };
  let value = '';
  let copied = 0;
  while (next >= 0) {
    value += inside.slice(copied, next);
    const escape = readEscape(inside, next);
    if ('message' in escape) return { ok: false, message: escape.message, at: next };
    value += escape.value;
    copied = escape.end;
    next = inside.indexOf('\\', copied);
  }
  return { ok: true, value: value + inside.slice(copied) };
}

type Escape = { readonly value: string; readonly end: number } | { readonly message: string };

function readEscape(inside: string, at: number): Escape {
  const letter = inside[at + 1] ?? '';
  const simple = SIMPLE[letter];
  if (simple !== undefined) return { value: simple, end: at + 2 };
  const digits = HEX_DIGITS[letter];
  if (digits !== undefined) return readHex(inside, at, letter, digits);
  if (letter >= '0' && letter <= '7') {
    const octal = /^[0-7]{1,3}/.exec(inside.slice(at + 1, at + 4))?.[0] ?? '';
    return { value: String.fromCharCode(parseInt(octal, 8)), end: at + 1 + octal.length };
  }
  if (letter === 'N') return readNamed(inside, at);
  const code = inside.codePointAt(at + 1) ?? 0;
  if (code < 0x80) return { value: '\\' + letter, end: at + 2 };
  return { value: '\\' + codeInHex(code), end: at + 1 + (code > 0xffff ? 2 : 1) };
}

function readHex(inside: string, at: number, letter: string, digits: number): Escape {
  const hex = inside.slice(at + 2, at + 2 + digits);
  if (hex.length < digits || !/^[0-9a-fA-F]+$/.test(hex)) return { message: TRUNCATED[letter] ?? '' };
  const code = parseInt(hex, 16);
  if (code > 0x10ffff) return { message: 'illegal Unicode character' };
  return { value: String.fromCodePoint(code), end: at + 2 + digits };
}

function readNamed(inside: string, at: number): Escape {
  const named = /^\\N\{([^}]+)\}/.exec(inside.slice(at));
  if (!named) return { message: 'malformed \\N character escape' };
  const char = characterNamed(named[1] as string);
  if (char !== null) return { value: char, end: at + named[0].length };
  return { message: `\\N{${named[1]}} can't be read here: write the character itself or its \\uXXXX` };
}

function codeInHex(code: number): string {
  const hex = code.toString(16);
  if (code < 0x100) return 'x' + hex;
  return code < 0x10000 ? 'u' + hex.padStart(4, '0') : 'U' + hex.padStart(8, '0');
}
