/**
 * Where Python's str methods cut a string: UTF-16 spans of it, so that the caller can slice text that knows its
 * origin. Nothing here builds a string.
 */
import { charge } from '../../values/meter.ts';
import { SPACE, isOf } from './classes.ts';

/** UTF-16 offsets, end exclusive. */
export type Cut = readonly [start: number, end: number];

/** Bytes that one cut takes, about: a text of a million words has a million of them. */
const CUT = 64;

function add(cuts: Cut[], start: number, end: number): void {
  charge(1, CUT);
  cuts.push([start, end]);
}

export type Side = 'left' | 'right' | 'both';

/** What `strip` leaves: `chars` is the set to take off, null for blanks. */
export function stripCut(text: string, chars: string | null, side: Side): Cut {
  const set = chars === null ? null : new Set(chars);
  const drops = (char: string): boolean => (set ? set.has(char) : isOf('space', char));
  let start = 0;
  let end = text.length;
  if (side !== 'right') {
    for (;;) {
      const char = charAt(text, start);
      if (start >= end || !drops(char)) break;
      start += char.length;
    }
  }
  if (side !== 'left') {
    for (;;) {
      const char = charBefore(text, end);
      if (end <= start || !drops(char)) break;
      end -= char.length;
    }
  }
  return [start, end];
}

function charAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function charBefore(text: string, at: number): string {
  const pair = text.codePointAt(at - 2);
  if (at >= 2 && pair !== undefined && pair > 0xffff) return String.fromCodePoint(pair);
  return text.charAt(at - 1);
}

const NON_BLANKS = new RegExp(`[^${SPACE}]+`, 'g');

/** `split()`: the words; `limit` splits at most (negative: all), the rest then keeps its trailing blanks. */
export function wordCuts(text: string, limit: number): Cut[] {
  const cuts: Cut[] = [];
  for (const match of text.matchAll(NON_BLANKS)) {
    if (cuts.length === limit) {
      add(cuts, match.index, text.length);
      return cuts;
    }
    add(cuts, match.index, match.index + match[0].length);
  }
  return cuts;
}

/** `rsplit()`: words from the right; the rest keeps its leading blanks. */
export function wordCutsFromRight(text: string, limit: number): Cut[] {
  const words = wordCuts(text, -1);
  if (limit < 0 || words.length <= limit) return words;
  const kept = words.slice(words.length - limit);
  const rest = words[words.length - limit - 1]!;
  return [[0, rest[1]], ...kept];
}

/** `split(sep)`; `separator` is not empty. */
export function splitCuts(text: string, separator: string, limit: number): Cut[] {
  const cuts: Cut[] = [];
  let start = 0;
  while (limit < 0 || cuts.length < limit) {
    const found = text.indexOf(separator, start);
    if (found < 0) break;
    add(cuts, start, found);
    start = found + separator.length;
  }
  add(cuts, start, text.length);
  return cuts;
}

/** `rsplit(sep)` */
export function splitCutsFromRight(text: string, separator: string, limit: number): Cut[] {
  const cuts: Cut[] = [];
  let end = text.length;
  while (limit < 0 || cuts.length < limit) {
    const found = end < separator.length ? -1 : text.lastIndexOf(separator, end - separator.length);
    if (found < 0) break;
    add(cuts, found + separator.length, end);
    end = found;
  }
  add(cuts, 0, end);
  return cuts.reverse();
}

const LINE_END = /\r\n|[\n-\r\x1c-\x1e\x85\u2028\u2029]/g;

/** `splitlines(keepends)` */
export function lineCuts(text: string, keepEnds: boolean): Cut[] {
  const cuts: Cut[] = [];
  let start = 0;
  for (const match of text.matchAll(LINE_END)) {
    const after = match.index + match[0].length;
    add(cuts, start, keepEnds ? after : match.index);
    start = after;
  }
  if (start < text.length) add(cuts, start, text.length);
  return cuts;
}

/** Where `needle` stands, without overlap, at most `limit` times (negative: all). An empty one stands everywhere. */
export function occurrences(text: string, needle: string, limit: number): number[] {
  const found: number[] = [];
  if (needle === '') {
    for (let at = 0; at <= text.length; at += charAt(text, at).length || 1) {
      if (found.length === limit) break;
      charge(1, 8);
      found.push(at);
    }
    return found;
  }
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
    if (found.length === limit) break;
    charge(1, 8);
    found.push(at);
  }
  return found;
}
