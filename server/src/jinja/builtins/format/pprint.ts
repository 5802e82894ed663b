/** Python's `pprint.pformat(value)`: `repr`, broken into lines where it is wider than 80 characters. */
import { codePointLength } from '../../values/codepoints.ts';
import { lessThan } from '../../values/compare.ts';
import { dictEntries, dictOf } from '../../values/dict.ts';
import { PythonError, recursionError } from '../../values/errors.ts';
import { charge, maximumDepth } from '../../values/meter.ts';
import { repr } from '../../values/print.ts';
import { sortStable } from '../../values/sort.ts';
import { isMarkup, isText, textOf } from '../../values/text.ts';
import { Dict, List, Tuple, type Value } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { SPACE } from '../text/classes.ts';
import { lineCuts } from '../text/spans.ts';

const WIDTH = 80;

export function pprint(value: Value): string {
  return layout(sorted(value, 0), 0, 0, 1);
}

/** The same value with every dict in order of its keys, which is how it is shown. */
function sorted(value: Value, depth: number): Value {
  if (depth > maximumDepth()) throw recursionError();
  if (value instanceof List) return new List(value.items.map((item) => sorted(item, depth + 1)));
  if (isPlainTuple(value)) return new Tuple(value.items.map((item) => sorted(item, depth + 1)));
  if (!(value instanceof Dict)) return value;
  const entries = dictEntries(value);
  sortStable(entries, ([left], [right]) => keyBefore(left, right));
  return dictOf(entries.map(([key, item]) => [key, sorted(item, depth + 1)] as const));
}

/** A group of `groupby` has a repr of its own: it is shown by that, on one line and as it is. */
const isPlainTuple = (value: Value): value is Tuple => value instanceof Tuple && value.constructor === Tuple;

/** Keys that Python can't compare are in order of the names of their types. */
function keyBefore(left: Value, right: Value): boolean {
  try {
    return lessThan(left, right);
  } catch (error) {
    if (error instanceof PythonError && error.type === 'TypeError') return typeName(left) < typeName(right);
    throw error;
  }
}

/** `indent`: column where the value begins. `allowance`: room to keep for what closes after it. */
function layout(value: Value, indent: number, allowance: number, level: number): string {
  const line = repr(value);
  charge(line.length >> 4);
  if (codePointLength(line) <= WIDTH - indent - allowance) return line;
  if (value instanceof Dict && value.map.size > 0) return layoutDict(value, indent, allowance, level);
  if (value instanceof List && value.items.length > 0) {
    return `[${layoutItems(value.items, indent, allowance + 1, level)}]`;
  }
  if (isPlainTuple(value) && value.items.length > 0) {
    const close = value.items.length === 1 ? ',)' : ')';
    return `(${layoutItems(value.items, indent, allowance + close.length, level)}${close}`;
  }
  if (isText(value) && !isMarkup(value)) return layoutText(textOf(value), line, indent, allowance, level);
  return line;
}

const newLine = (indent: number): string => `\n${' '.repeat(indent)}`;

function layoutItems(items: readonly Value[], indent: number, allowance: number, level: number): string {
  return items
    .map((item, at) => layout(item, indent + 1, at === items.length - 1 ? allowance : 1, level + 1))
    .join(`,${newLine(indent + 1)}`);
}

function layoutDict(dict: Dict, indent: number, allowance: number, level: number): string {
  const entries = dictEntries(dict);
  const lines = entries.map(([key, item], at) => {
    const name = `${repr(key)}: `;
    const room = at === entries.length - 1 ? allowance + 1 : 1;
    return name + layout(item, indent + 1 + codePointLength(name), room, level + 1);
  });
  return `{${lines.join(`,${newLine(indent + 1)}`)}}`;
}

/** A str becomes adjacent literals, cut after line ends and else after blanks; at the top in parentheses. */
function layoutText(text: string, line: string, indent: number, allowance: number, level: number): string {
  const top = level === 1;
  const column = top ? indent + 1 : indent;
  const literals = literalsOf(text, WIDTH - column, top ? allowance + 1 : allowance);
  if (literals.length < 2) return literals[0] ?? line;
  const body = literals.join(newLine(column));
  return top ? `(${body})` : body;
}

const WORDS = new RegExp(`[^${SPACE}]*[${SPACE}]*`, 'g');

function literalsOf(text: string, width: number, allowance: number): string[] {
  const literals: string[] = [];
  const lines = lineCuts(text, true);
  lines.forEach(([start, end], at) => {
    const line = text.slice(start, end);
    const room = at === lines.length - 1 ? width - allowance : width;
    const whole = repr(line);
    if (codePointLength(whole) <= room) literals.push(whole);
    else literals.push(...wordsInRows(line, width, room));
  });
  return literals;
}

/** As many words to a literal as fit; the last literal has `lastWidth`. */
function wordsInRows(line: string, width: number, lastWidth: number): string[] {
  const words = (line.match(WORDS) ?? []).filter((word) => word !== '');
  const rows: string[] = [];
  let row = '';
  words.forEach((word, at) => {
    const room = at === words.length - 1 ? lastWidth : width;
    if (codePointLength(repr(row + word)) <= room) {
      row += word;
      return;
    }
    if (row !== '') rows.push(repr(row));
    row = word;
  });
  if (row !== '') rows.push(repr(row));
  return rows;
}
