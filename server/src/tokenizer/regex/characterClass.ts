import type { PatternCursor } from './cursor.ts';
import { literal, readEscape, type Atom } from './escapes.ts';
import { caseVariants } from './fold.ts';
import { propertyClass } from './properties.ts';

const LONGEST_FOLDED_RANGE = 0x400;

/** Reads a bracket class, its `[` being consumed, and returns it in `v` syntax. */
export function readClass(cursor: PatternCursor, ignoreCase: boolean): string {
  const negated = cursor.take('^');
  const operands: string[] = [];
  let set = '';
  if (cursor.peek() === ']') set += literal(cursor.next());
  while (!cursor.take(']')) {
    if (cursor.take('&&')) {
      operands.push(`[${set}]`);
      set = '';
    } else {
      set += readMember(cursor, ignoreCase);
    }
  }
  const body = operands.length === 0 ? set : [...operands, `[${set}]`].join('&&');
  return `[${negated ? '^' : ''}${body}]`;
}

function readMember(cursor: PatternCursor, ignoreCase: boolean): string {
  const posix = cursor.match(/^\[:(\^?)(\w+):\]/);
  if (posix !== null) return posixClass(cursor, posix[2]!, posix[1] === '^');
  if (cursor.take('[')) return readClass(cursor, ignoreCase);
  const first = readAtom(cursor);
  if (first.kind === 'class') return ignoreCase ? foldedClass(cursor, first.source) : first.source;
  if (!isRangeDash(cursor)) return members(first.character, first.character, ignoreCase, cursor);
  cursor.next();
  const last = readAtom(cursor);
  if (last.kind === 'class') throw cursor.error('has a range that ends in a class');
  return members(first.character, last.character, ignoreCase, cursor);
}

function readAtom(cursor: PatternCursor): Atom {
  return cursor.take('\\') ? readEscape(cursor) : { kind: 'character', character: cursor.next() };
}

function isRangeDash(cursor: PatternCursor): boolean {
  return cursor.startsWith('-') && !cursor.startsWith('-]') && !cursor.startsWith('-[');
}

function posixClass(cursor: PatternCursor, name: string, negated: boolean): string {
  const source = propertyClass(name);
  if (source === null) throw cursor.error(`uses an unknown class [:${name}:]`);
  return negated ? `[^${source}]` : source;
}

function members(first: string, last: string, ignoreCase: boolean, cursor: PatternCursor): string {
  const from = first.codePointAt(0)!;
  const to = last.codePointAt(0)!;
  if (from > to) throw cursor.error('has a range that runs backwards');
  const range = from === to ? literal(first) : `${literal(first)}-${literal(last)}`;
  if (!ignoreCase) return range;
  if (to - from > LONGEST_FOLDED_RANGE) throw cursor.error('ignores case over a long range');
  const variants = new Set<string>();
  for (let codePoint = from; codePoint <= to; codePoint++) {
    for (const variant of caseVariants(String.fromCodePoint(codePoint))) variants.add(variant);
  }
  return range + [...variants].map(literal).join('');
}

/** Ignoring case changes no class that holds both cases of a letter. */
function foldedClass(cursor: PatternCursor, source: string): string {
  if (/\\p\{(?:Lu|Ll|Lt|Lowercase|Uppercase)\}/.test(source))
    throw cursor.error('ignores case in a class of one case');
  return source;
}
