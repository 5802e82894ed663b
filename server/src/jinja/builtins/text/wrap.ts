/** Where text is broken into lines of a width, as Python's textwrap does it. Nothing here builds a string. */
import { codePointLength, unitOffset } from '../../values/codepoints.ts';
import { asKnown } from '../../values/unicode.ts';
import { isOf } from './classes.ts';
import { stripCut, type Cut } from './spans.ts';

export interface WrapOptions {
  /** In code points, at least 1. */
  readonly width: number;
  readonly breakLongWords: boolean;
  readonly breakOnHyphens: boolean;
}

/** What stays together on a line, in UTF-16 offsets; `length` in code points. */
interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly length: number;
  readonly blank: boolean;
}

const RUNS = /[\t-\r ]+|[^\t-\r ]+/g;
const BEFORE_DASH = /[\p{L}\p{N}_!"'&.,?]/u;
const DASH_AND_WORD = /-{2,}(?=[\p{L}\p{N}_])/uy;

const isLetter = (char: string | undefined): boolean =>
  char !== undefined &&
  (char === '_' || isOf('alpha', char) || (isOf('numeric', char) && !isOf('decimal', char)));

/** The lines of one paragraph (a text without line ends), blanks at their ends dropped. */
export function wrapCuts(text: string, options: WrapOptions): Cut[] {
  const chunks = chunksOf(text, options.breakOnHyphens).reverse();
  const lines: Cut[] = [];
  while (chunks.length > 0) {
    if (lines.length > 0 && chunks.at(-1)?.blank) chunks.pop();
    const line = takeLine(text, chunks, options);
    if (line.at(-1)?.blank) line.pop();
    const [first, last] = [line[0], line.at(-1)];
    if (first && last) lines.push([first.start, last.end]);
  }
  return lines;
}

/** Takes from the end of `chunks` what fits on a line; where a long word finds no room, an empty chunk of it. */
function takeLine(text: string, chunks: Chunk[], options: WrapOptions): Chunk[] {
  const line: Chunk[] = [];
  let room = options.width;
  for (let next = chunks.at(-1); next && next.length <= room; next = chunks.at(-1)) {
    room -= next.length;
    line.push(next);
    chunks.pop();
  }
  const next = chunks.at(-1);
  if (!next || next.length <= options.width) return line;
  chunks.pop();
  if (options.breakLongWords) {
    const [head, tail] = splitChunk(text, next, room, options.breakOnHyphens);
    line.push(head);
    if (tail.length > 0) chunks.push(tail);
  } else if (line.length === 0) {
    line.push(next);
  } else {
    chunks.push(next);
  }
  return line;
}

/** Cuts a chunk that is longer than a line: after its last hyphen that fits, else where the room ends. */
function splitChunk(text: string, chunk: Chunk, room: number, breakOnHyphens: boolean): [Chunk, Chunk] {
  // No more of the word than may fit: the rest is as long as the text.
  const word = text.slice(chunk.start, Math.min(chunk.end, chunk.start + 2 * room));
  let units = unitOffset(word, room);
  if (breakOnHyphens) {
    const hyphen = word.slice(0, units).lastIndexOf('-');
    if (hyphen > 0 && /[^-]/.test(word.slice(0, hyphen))) units = hyphen + 1;
  }
  const head = chunkOf(text, chunk.start, chunk.start + units);
  const tail = { ...chunk, start: head.end, length: chunk.length - head.length };
  return [head, tail];
}

function chunkOf(text: string, start: number, end: number): Chunk {
  const part = text.slice(start, end);
  const [from, to] = stripCut(part, null, 'both');
  return { start, end, length: codePointLength(part), blank: from === to };
}

function chunksOf(text: string, breakOnHyphens: boolean): Chunk[] {
  const chunks: Chunk[] = [];
  for (const { index, 0: run } of text.matchAll(RUNS)) {
    let start = index;
    for (const end of breakOnHyphens ? breaksOf(run) : []) {
      chunks.push(chunkOf(text, start, index + end));
      start = index + end;
    }
    chunks.push(chunkOf(text, start, index + run.length));
  }
  return chunks;
}

/** Where a word may be broken: after the hyphen of a compound, and around a dash of two hyphens or more. */
function breaksOf(word: string): number[] {
  const breaks: number[] = [];
  if (!word.includes('-')) return breaks;
  const chars = Array.from(word);
  let unit = 0;
  let start = 0;
  for (let at = 0; at < chars.length; at++) {
    const dash = dashAt(word, chars, at, unit);
    if (dash > 0) {
      if (at > start) breaks.push(unit);
      breaks.push(unit + dash);
      start = at + dash;
      at += dash - 1;
      unit += dash;
      continue;
    }
    unit += (chars[at] as string).length;
    if (at > start && isCompound(chars, at)) {
      breaks.push(unit);
      start = at + 1;
    }
  }
  return breaks;
}

/** Length of the dash that begins at this character, 0 where none does. */
function dashAt(word: string, chars: readonly string[], at: number, unit: number): number {
  if (chars[at] !== '-' || at === 0 || !BEFORE_DASH.test(asKnown(chars[at - 1] as string))) return 0;
  DASH_AND_WORD.lastIndex = unit;
  return DASH_AND_WORD.exec(asKnown(word))?.[0].length ?? 0;
}

/** A hyphen between two stretches of at least two letters, which may have a hyphen between them. */
function isCompound(chars: readonly string[], at: number): boolean {
  const twoLetters = (from: number, step: 1 | -1): boolean =>
    isLetter(chars[from]) &&
    (isLetter(chars[from + step]) || (chars[from + step] === '-' && isLetter(chars[from + 2 * step])));
  return chars[at] === '-' && twoLetters(at - 1, -1) && twoLetters(at + 1, 1);
}
