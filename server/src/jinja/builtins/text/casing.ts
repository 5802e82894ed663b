/** Python's case mappings of str; JavaScript has only lower and upper (they agree but for newer characters). */
import { asKnown, hasUnassigned, mapKnown } from '../../values/unicode.ts';
import { isCased, isOf } from './classes.ts';

/** Letters whose upper case forms Python does not know yet. */
const UNPAIRED = /[\u019b\u0264\ua7d3\ua7d5]/;

/** `str.upper` */
export function upper(text: string): string {
  return mapKnown(text, (known) =>
    UNPAIRED.test(known) ? Array.from(known, upperOf).join('') : known.toUpperCase(),
  );
}

const upperOf = (char: string): string => (UNPAIRED.test(char) ? char : char.toUpperCase());

/** Characters beside which a final sigma is another one to newer versions of Unicode. */
const ODD_NEIGHBOUR = /[\u0295\u{1171e}]/u;

/** `str.lower` */
export function lower(text: string): string {
  return mapKnown(text, (known) =>
    known.includes(SIGMA) && ODD_NEIGHBOUR.test(known)
      ? known.replace(/[^]/gu, (char, at: number) => lowerAt(known, at, char))
      : known.toLowerCase(),
  );
}

/** Letters of two: their upper, title and lower case forms. */
const DIGRAPHS: ReadonlyMap<string, string> = new Map(
  ['Ǆǅǆ', 'Ǉǈǉ', 'Ǌǋǌ', 'Ǳǲǳ'].flatMap((forms) => Array.from(forms, (form) => [form, forms[1]!] as const)),
);

const GEORGIAN = /^[\u10d0-\u10fa\u10fd-\u10ff]$/;
const IOTA_SUBSCRIPT = '\u0345';
const CAPITAL_IOTA = '\u0399';

/** The titlecase form of one code point: `ß` is `Ss`, `ǆ` is `ǅ`. */
export function titleOf(char: string): string {
  if (char < '\x80') return char.toUpperCase();
  if (UNPAIRED.test(char) || hasUnassigned(char)) return char;
  const digraph = DIGRAPHS.get(char);
  if (digraph !== undefined) return digraph;
  if (GEORGIAN.test(char) || char === 'ŉ') return char === 'ŉ' ? 'ʼN' : char;
  const upper = char.toUpperCase();
  if (
    upper.endsWith(CAPITAL_IOTA) &&
    char !== IOTA_SUBSCRIPT &&
    char.normalize('NFD').includes(IOTA_SUBSCRIPT)
  ) {
    const base = upper.slice(0, -1);
    return base.length === 1 ? (base + IOTA_SUBSCRIPT).normalize('NFC') : base + IOTA_SUBSCRIPT;
  }
  const first = String.fromCodePoint(upper.codePointAt(0)!);
  return first + upper.slice(first.length).toLowerCase();
}

/** `str.capitalize`: first character in titlecase, the rest in lower case. */
export function capitalize(text: string): string {
  if (text === '') return '';
  const first = String.fromCodePoint(text.codePointAt(0)!);
  // Lowering the whole keeps the context that a final sigma looks at.
  return titleOf(first) + lower(text).slice(lower(first).length);
}

const SIGMA = 'Σ';
const CASED = '[\\p{Cased}\\u0295]';
const IGNORED = '[\\p{Case_Ignorable}\\u{1171e}]';
const FINAL_SIGMA = new RegExp(`(?<=${CASED}${IGNORED}*)${SIGMA}(?!${IGNORED}*${CASED})`, 'uy');

/** `str.title`: every cased character after an uncased one in titlecase, the others in lower case. */
export function title(text: string): string {
  let out = '';
  let inWord = false;
  let at = 0;
  const known = asKnown(text);
  for (const char of text) {
    out += inWord ? lowerAt(known, at, char) : titleOf(char);
    inWord = isCased(char);
    at += char.length;
  }
  return out;
}

/** `char`, which stands at this offset of a text, in lower case. */
function lowerAt(text: string, at: number, char: string): string {
  if (char !== SIGMA) return lowerOf(char);
  FINAL_SIGMA.lastIndex = at;
  return FINAL_SIGMA.test(text) ? 'ς' : 'σ';
}

/** Without context: a sigma is never a final one. */
const lowerOf = (char: string): string => (hasUnassigned(char) ? char : char.toLowerCase());

/** `str.swapcase` */
export function swapcase(text: string): string {
  let out = '';
  let at = 0;
  const known = asKnown(text);
  for (const char of text) {
    out += isOf('upper', char) ? lowerAt(known, at, char) : isOf('lower', char) ? upperOf(char) : char;
    at += char.length;
  }
  return out;
}

const CHEROKEE = /^[\u13a0-\u13f5\u13f8-\u13fd\uab70-\uabbf]$/;

/** `str.casefold` */
export function casefold(text: string): string {
  let out = '';
  for (const char of text) {
    if (CHEROKEE.test(char)) out += char.toUpperCase();
    else if (char === 'ẞ') out += 'ss';
    else out += char === 'ı' || hasUnassigned(char) ? char : lowerEach(char.toUpperCase());
  }
  return out;
}

/** Lower case without context: folding knows no final sigma. */
function lowerEach(text: string): string {
  return Array.from(text, (char) => char.toLowerCase()).join('');
}
