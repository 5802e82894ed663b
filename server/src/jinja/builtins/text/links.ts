/** Finds addresses in escaped text and makes links of them, word by word. */
import { asKnown } from '../../values/unicode.ts';
import { SPACE } from './classes.ts';

export interface LinkOptions {
  /** ` rel="..."` and ` target="..."`, ready to be put into the tag; empty for none. */
  readonly attributes: string;
  /** What a link shows of its address, at most (UTF-16 units); null for all. */
  readonly limit: number | null;
  /** Prefixes that make a link besides http, https and mailto. */
  readonly schemes: readonly string[];
}

const WORD_CHAR = '\\p{L}\\p{N}_';
const LABELS = `(?:[${WORD_CHAR}%-]+\\.)*`;
const TOP_LEVEL = `(?:[a-z]{2,63}|xn--[${WORD_CHAR}%]{2,59})`;
const KNOWN_DOMAIN = `(?:[${WORD_CHAR}%-]{2,63}\\.)+(?:com|net|int|edu|gov|org|info|mil)`;
const IP4 = '\\p{Nd}{1,3}(?:\\.\\p{Nd}{1,3}){3}';
const IP6 = '\\[(?:[\\p{Nd}a-f]{0,4}:){2}(?:[\\p{Nd}a-f]{0,4}:?){1,6}\\]';
const HOST = `(?:(?:https?://|www\\.)${LABELS}${TOP_LEVEL}|${KNOWN_DOMAIN}|https?://(?:${IP4}|${IP6}))`;
const ADDRESS = new RegExp(`^${HOST}(?::\\p{Nd}{1,5})?(?:[/?#][^${SPACE}]*)?$`, 'iu');
const MAIL = new RegExp(`^[^${SPACE}]+@[${WORD_CHAR}][${WORD_CHAR}.-]*\\.[${WORD_CHAR}]+$`, 'u');

const OPENING = /^(?:[(<]|&lt;)+/;
const CLOSING = /(?:[)>.,\n]|&gt;)+$/;
const PAIRS = [
  ['(', ')'],
  ['<', '>'],
  ['&lt;', '&gt;'],
] as const;

const BLANKS = new RegExp(`([${SPACE}]+)`);

/** `escaped` with its addresses as `<a>` elements. */
export function linkify(escaped: string, options: LinkOptions): string {
  return escaped
    .split(BLANKS)
    .map((word) => linkWord(word, options))
    .join('');
}

function linkWord(word: string, options: LinkOptions): string {
  const head = OPENING.exec(word)?.[0] ?? '';
  const rest = word.slice(head.length);
  const punctuation = CLOSING.exec(rest)?.[0] ?? '';
  const [middle, tail] = balance(rest.slice(0, rest.length - punctuation.length), punctuation);
  return head + (linkOf(middle, options) ?? middle) + tail;
}

const count = (text: string, part: string): number => text.split(part).length - 1;

/** A bracket that the address itself opens belongs to it: `wiki/Foo_(bar)`. */
function balance(address: string, punctuation: string): [string, string] {
  let middle = address;
  let tail = punctuation;
  for (const [open, close] of PAIRS) {
    const opened = count(middle, open);
    if (opened <= count(middle, close)) continue;
    for (let left = Math.min(opened, count(tail, close)); left > 0; left--) {
      const end = tail.indexOf(close) + close.length;
      middle += tail.slice(0, end);
      tail = tail.slice(end);
    }
  }
  return [middle, tail];
}

/** The link that a word is, or null. */
function linkOf(word: string, { attributes, limit, schemes }: LinkOptions): string | null {
  const shown = limit !== null && word.length > limit ? `${word.slice(0, limit)}...` : word;
  const known = asKnown(word);
  if (ADDRESS.test(known)) {
    const address = /^https?:\/\//.test(word) ? word : `https://${word}`;
    return `<a href="${address}"${attributes}>${shown}</a>`;
  }
  if (word.startsWith('mailto:') && MAIL.test(known.slice(7)))
    return `<a href="${word}">${word.slice(7)}</a>`;
  if (!word.startsWith('www.') && !word.includes(':') && MAIL.test(known)) {
    return `<a href="mailto:${word}">${word}</a>`;
  }
  const hasScheme = schemes.some((scheme) => word !== scheme && word.startsWith(scheme));
  return hasScheme ? `<a href="${word}"${attributes}>${word}</a>` : null;
}
