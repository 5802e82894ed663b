import type { PatternCursor } from './cursor.ts';
import { propertyClass } from './properties.ts';

/** Either one literal character or a class in `v` syntax, brackets included. */
export type Atom =
  | { readonly kind: 'character'; readonly character: string }
  | { readonly kind: 'class'; readonly source: string };

const CONTROL_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  f: '\f',
  v: '\v',
  a: '\x07',
  e: '\x1b',
};

const CLASS_ESCAPES: Readonly<Record<string, string>> = { s: 'space', d: 'digit', w: 'word', h: 'xdigit' };

/** Reads the rest of an escape that stands for a character or a class, the backslash being consumed. */
export function readEscape(cursor: PatternCursor): Atom {
  const letter = cursor.next();
  const lower = letter.toLowerCase();
  if (lower === 'p' && cursor.peek() === '{') return readProperty(cursor, letter === 'P');
  const named = CLASS_ESCAPES[lower];
  if (named !== undefined) return classAtom(propertyClass(named)!, letter !== lower);
  if (letter in CONTROL_ESCAPES) return characterAtom(CONTROL_ESCAPES[letter]!);
  if (letter === 'x' || letter === 'u') return readHexadecimal(cursor, letter);
  if (letter === '0')
    return characterAtom(String.fromCharCode(parseInt(cursor.match(/^[0-7]{0,2}/)?.[0] || '0', 8)));
  if (/[A-Za-z1-9]/.test(letter)) throw cursor.error(`uses \\${letter}, which has no exact counterpart here`);
  return characterAtom(letter);
}

function readProperty(cursor: PatternCursor, capital: boolean): Atom {
  const found = cursor.match(/^\{(\^?)([^}]*)\}/);
  if (found === null) throw cursor.error('has an unfinished \\p{...}');
  const source = propertyClass(found[2]!);
  if (source === null) throw cursor.error(`uses an unknown property \\p{${found[2]!}}`);
  return classAtom(source, capital !== (found[1] === '^'));
}

function readHexadecimal(cursor: PatternCursor, letter: string): Atom {
  const digits = letter === 'x' ? /^(?:\{\s*([0-9a-fA-F]+)\s*\}|([0-9a-fA-F]{1,2}))/ : /^([0-9a-fA-F]{4})/;
  const found = cursor.match(digits);
  if (found === null) throw cursor.error(`has an unfinished \\${letter}`);
  const codePoint = parseInt(found[1] ?? found[2]!, 16);
  if (codePoint > 0x10ffff) throw cursor.error(`names a code point that does not exist`);
  return characterAtom(String.fromCodePoint(codePoint));
}

export function characterAtom(character: string): Atom {
  return { kind: 'character', character };
}

export function classAtom(source: string, negated: boolean): Atom {
  return { kind: 'class', source: negated ? `[^${source}]` : source };
}

/** A character as the `v` flag wants it, inside and outside a class. */
export function literal(character: string): string {
  return /[A-Za-z0-9]/.test(character) ? character : `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
