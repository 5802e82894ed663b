/** Python's `format % arguments` for str. What `%s` puts in keeps its origin. */
import { codePointIndex, codePointLength, unitOffset } from '../../values/codepoints.ts';
import { PythonError, typeError, undefinedError, valueError } from '../../values/errors.ts';
import { dictGet } from '../../values/dict.ts';
import { repr } from '../../values/print.ts';
import { chargeText } from '../../values/meter.ts';
import { isInt, toInt } from '../../values/numbers.ts';
import {
  asPlain,
  concatRaw,
  escape,
  isMarkup,
  isText,
  madeFrom,
  sliceUnits,
  textOf,
} from '../../values/text.ts';
import { Dict, List, PyObject, Tuple, Undefined, type Text, type Value } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { sizeOf, smallOf } from '../coerce.ts';
import { badIndex } from '../../values/sequence.ts';
import { convert, type Conversion } from './convert.ts';
import { paddingOf } from './padding.ts';
import { numberText } from './percentNumber.ts';

/** One `%...x`: flags, width and precision as given, and the letter. */
export interface PercentSpec {
  readonly flags: string;
  readonly width: number;
  /** -1 where none is given. */
  readonly precision: number;
  readonly letter: string;
}

const MAX_SIZE = 2 ** 31 - 1;
const NUMBERS = new Set(Array.from('diuxXoeEfFgG'));
/** Types of which an item has a number, not a key, as Python says it. */
const INDEXED = new Map([
  ['list', 'list'],
  ['range', 'range'],
  ['bytes', 'byte'],
]);
const CONVERSIONS = new Set(['s', 'r', 'a']);

/** What Python takes for a mapping here: all that has `[]`, but for str and tuple. */
function isSubscriptable(value: Value): boolean {
  if (value instanceof PyObject) return value.getItem !== PyObject.prototype.getItem;
  return value instanceof Dict || value instanceof List || value instanceof Undefined;
}

/** The arguments in order of use: the items of a tuple, a single value, or what a mapping has under a key. */
class Arguments {
  private queue: readonly Value[];
  private used = 0;

  constructor(private readonly given: Value) {
    this.queue = given instanceof Tuple ? given.items : [given];
  }

  get isMapping(): boolean {
    return isSubscriptable(this.given);
  }

  next(): Value {
    const value = this.queue[this.used++];
    if (value === undefined) throw typeError('not enough arguments for format string');
    return value;
  }

  /** From here on the one argument is what the mapping has under `key`. */
  select(key: string): void {
    this.queue = [this.lookUp(key)];
    this.used = 0;
  }

  private lookUp(key: string): Value {
    if (!this.isMapping) throw typeError('format requires a mapping');
    if (this.given instanceof Undefined) throw undefinedError(this.given);
    const indexed = INDEXED.get(typeName(this.given));
    if (indexed !== undefined) throw badIndex(indexed, key);
    const found =
      this.given instanceof Dict ? dictGet(this.given, key) : (this.given as PyObject).getItem(key);
    if (found === undefined) throw new PythonError('KeyError', repr(key));
    return found;
  }

  finish(): void {
    if (this.used < this.queue.length && !this.isMapping) {
      throw typeError('not all arguments converted during string formatting');
    }
  }
}

export function percentFormat(format: Text, given: Value): Text {
  const reader = new Reader(textOf(format));
  const args = new Arguments(given);
  const markup = isMarkup(format);
  const parts: Text[] = [];
  while (!reader.atEnd) {
    const start = reader.at;
    parts.push(sliceUnits(format, start, reader.skipLiteral()));
    if (reader.atEnd) break;
    parts.push(...one(reader, args, markup));
  }
  args.finish();
  return concatRaw(parts.map(asPlain), markup);
}

/** What one directive writes: padding and text apart, so that the text keeps its origin. */
function one(reader: Reader, args: Arguments, markup: boolean): readonly Text[] {
  reader.at++;
  if (reader.take('%')) return ['%'];
  const key = reader.key();
  if (key !== null) args.select(key);
  const spec = reader.spec(args);
  const value = args.next();
  if (NUMBERS.has(spec.letter)) return [madeFrom(numberText(value, spec), value)];
  return padText(textFor(value, spec, reader, markup), spec);
}

function textFor(value: Value, spec: PercentSpec, reader: Reader, markup: boolean): Text {
  if (spec.letter === 'c') return character(value);
  if (!CONVERSIONS.has(spec.letter)) throw reader.unsupported(spec.letter);
  const text = convert(value, spec.letter as Conversion);
  const shown = markup ? escape(text) : text;
  return spec.precision < 0 ? shown : sliceUnits(shown, 0, unitOffset(textOf(shown), spec.precision));
}

const MAX_CODE_POINT = 0x10ffff;

function character(value: Value): Text {
  if (isText(value) && codePointLength(textOf(value)) === 1) return value;
  if (!isInt(value)) throw typeError('%c requires int or char');
  const code = toInt(value);
  if (code < 0 || code > MAX_CODE_POINT) {
    throw new PythonError('OverflowError', '%c arg not in range(0x110000)');
  }
  return String.fromCodePoint(Number(code));
}

function padText(text: Text, spec: PercentSpec): readonly Text[] {
  const length = codePointLength(textOf(text));
  const { left, right } = paddingOf(length, spec.width, ' ', spec.flags.includes('-') ? '<' : '>');
  return [left, text, right];
}

/** Walks the format string; offsets are UTF-16 units. */
class Reader {
  at = 0;
  constructor(private readonly text: string) {}

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Moves to the next `%` or the end; answers where that is. */
  skipLiteral(): number {
    const next = this.text.indexOf('%', this.at);
    this.at = next < 0 ? this.text.length : next;
    return this.at;
  }

  take(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  /** `(key)`, with nested parentheses; null where there is none. */
  key(): string | null {
    if (!this.take('(')) return null;
    const start = this.at;
    for (let depth = 1; !this.atEnd; this.at++) {
      const char = this.text[this.at];
      if (char === '(') depth++;
      else if (char === ')' && --depth === 0) return this.text.slice(start, this.at++);
    }
    throw valueError('incomplete format key');
  }

  spec(args: Arguments): PercentSpec {
    const flags = this.match(/[-+ #0]*/y);
    const width = this.size(args, 'width') ?? 0;
    const precision = this.take('.') ? Math.max(0, this.size(args, 'precision') ?? 0) : -1;
    this.match(/[hlL]?/y);
    const letter = this.match(/[^]/uy);
    if (letter === '') throw valueError('incomplete format');
    chargeText(Math.max(Math.abs(width), precision));
    return { flags: width < 0 ? `${flags}-` : flags, width: Math.abs(width), precision, letter };
  }

  private size(args: Arguments, what: string): number | null {
    if (this.take('*')) {
      const value = args.next();
      if (!isInt(value)) throw typeError('* wants int');
      return what === 'precision' ? smallOf(value) : sizeOf(value);
    }
    const digits = this.match(/\d*/y);
    if (digits === '') return null;
    if (Number(digits) > MAX_SIZE && (what === 'precision' || digits.length > 18)) {
      throw valueError(`${what} too big`);
    }
    return Number(digits);
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  unsupported(letter: string): PythonError {
    const code = letter.codePointAt(0) as number;
    const shown = code > 31 && code < 127 ? letter : '?';
    const index = codePointIndex(this.text, this.at - letter.length);
    return valueError(`unsupported format character '${shown}' (0x${code.toString(16)}) at index ${index}`);
  }
}
