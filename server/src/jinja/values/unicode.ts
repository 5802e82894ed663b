/**
 * Characters as Python's version of Unicode knows them. JavaScript's own is newer, and another one in every runtime:
 * what was assigned since is, to Python, no letter, no digit, and not printable.
 */
import { RUNS } from './unassigned.ts';

/** Up to here all code points but two handfuls are assigned: a quick no for most text. */
const BEYOND = /[^\0-\u0377]/;

let unassigned: RegExp | null = null;

/** Made when it is needed first: most templates are ASCII. */
function unassignedPattern(): RegExp {
  if (unassigned !== null) return unassigned;
  let ranges = '';
  let start = 0;
  RUNS.split(' ').forEach((length, index) => {
    const end = start + parseInt(length, 36);
    if (index % 2 === 1) ranges += `\\u{${start.toString(16)}}-\\u{${(end - 1).toString(16)}}`;
    start = end;
  });
  unassigned = new RegExp(`[${ranges}]`, 'gu');
  return unassigned;
}

/** Whether Python does not know a character of the text. */
export function hasUnassigned(text: string): boolean {
  return BEYOND.test(text) && text.search(unassignedPattern()) >= 0;
}

/** What is unassigned for ever, in one UTF-16 unit and in two. */
const NONE = '\uffff';
const NONE_ASTRAL = '\u{10ffff}';

/** The text with what Python does not know replaced by what nobody knows: offsets stay. */
export function asKnown(text: string): string {
  if (!hasUnassigned(text)) return text;
  return text.replace(unassignedPattern(), (char) => (char.length === 1 ? NONE : NONE_ASTRAL));
}

/** Maps what Python knows of a text and leaves the rest as it is. */
export function mapKnown(text: string, map: (known: string) => string): string {
  if (!hasUnassigned(text)) return map(text);
  let out = '';
  let from = 0;
  text.replace(unassignedPattern(), (char, index: number) => {
    out += map(text.slice(from, index)) + char;
    from = index + char.length;
    return char;
  });
  return out + map(text.slice(from));
}

/** `str.isidentifier`. Four marks are parts of identifiers to newer versions of Unicode only. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text) && !hasUnassigned(text);
}

const IDENTIFIER = /^[\p{XID_Start}_](?:(?![\u200c\u200d\u30fb\uff65])\p{XID_Continue})*$/u;
