/**
 * Python's `json.loads`, into our values: 1 and 1.0 stay apart, integers are exact at any size, keys keep their
 * order (also "10" before "2"), NaN and Infinity are read, lone surrogates survive. JSON.parse does none of this.
 */
import { dictSet } from '../values/dict.ts';
import { PythonError } from '../values/errors.ts';
import { Dict, Float, List } from '../values/types.ts';
import type { Value } from '../values/types.ts';
import { MAX_INTEGER_DIGITS, integerOf } from './integer.ts';
import { positionAt } from './position.ts';

/** Text that is not JSON: the message is Python's, with line, column and character. */
export class JsonDecodeError extends PythonError {
  constructor(
    reason: string,
    text: string,
    /** UTF-16 offset of the fault in the text. */
    readonly offset: number,
  ) {
    const { line, column, char } = positionAt(text, offset);
    super('JSONDecodeError', `${reason}: line ${line} column ${column} (char ${char})`);
  }
}

/** Nesting that CPython reads with its default recursion limit, give or take the caller's own frames. */
const MAX_DEPTH = 994;

const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;

const PLAIN = /[^"\\\u0000-\u001f]*/y;
const HEX4 = /[0-9a-fA-F]{4}/y;

const WORDS: readonly (readonly [string, Value])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', new Float(NaN)],
  ['Infinity', new Float(Infinity)],
  ['-Infinity', new Float(-Infinity)],
];

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * Reads one JSON text.
 * @throws JsonDecodeError where it is not JSON; PythonError RecursionError where it nests too deeply, ValueError
 * for an integer of more than 4300 digits.
 */
export function loads(text: string): Value {
  if (text.startsWith('\ufeff'))
    throw new JsonDecodeError('Unexpected UTF-8 BOM (decode using utf-8-sig)', text, 0);
  return new Reader(text).document();
}

class Reader {
  private at = 0;
  private depth = 0;
  constructor(private readonly text: string) {}

  document(): Value {
    this.skipBlank();
    const value = this.value();
    this.skipBlank();
    if (this.at < this.text.length) this.fail('Extra data');
    return value;
  }

  private value(): Value {
    switch (this.text[this.at]) {
      case '"':
        return this.string();
      case '{':
        return this.object();
      case '[':
        return this.array();
      default:
        return this.wordOrNumber();
    }
  }

  private wordOrNumber(): Value {
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.number();
  }

  private number(): Value {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (!match) return this.fail('Expecting value');
    const literal = match[0];
    if (match[1] !== undefined || match[2] !== undefined) {
      this.at += literal.length;
      return new Float(Number(literal));
    }
    const digits = literal.replace('-', '').length;
    if (digits > MAX_INTEGER_DIGITS) {
      throw new PythonError(
        'ValueError',
        `Exceeds the limit (${MAX_INTEGER_DIGITS} digits) for integer string conversion: value has ${digits} ` +
          'digits; use sys.set_int_max_str_digits() to increase the limit',
      );
    }
    this.at += literal.length;
    return integerOf(literal);
  }

  private string(): string {
    const opening = this.at++;
    let read = '';
    for (;;) {
      read += this.match(PLAIN);
      const char = this.text[this.at];
      if (char === undefined) return this.fail('Unterminated string starting at', opening);
      if (char === '"') {
        this.at++;
        return read;
      }
      if (char !== '\\') return this.fail('Invalid control character at');
      read += this.escape(opening);
    }
  }

  private escape(opening: number): string {
    const char = this.text[this.at + 1];
    if (char === undefined) return this.fail('Unterminated string starting at', opening);
    if (char === 'u') {
      this.at += 2;
      const hex = this.match(HEX4);
      if (hex.length !== 4) return this.fail('Invalid \\uXXXX escape', this.at - 1);
      return String.fromCharCode(parseInt(hex, 16));
    }
    const plain = ESCAPES[char];
    if (plain === undefined) return this.fail('Invalid \\escape');
    this.at += 2;
    return plain;
  }

  private object(): Dict {
    const dict = new Dict();
    this.enter('object');
    if (this.leave('}')) return dict;
    for (;;) {
      if (this.text[this.at] !== '"') return this.fail('Expecting property name enclosed in double quotes');
      const key = this.string();
      this.skipBlank();
      if (!this.take(':')) return this.fail("Expecting ':' delimiter");
      this.skipBlank();
      dictSet(dict, key, this.value());
      this.skipBlank();
      if (this.leave('}')) return dict;
      if (!this.take(',')) return this.fail("Expecting ',' delimiter");
      this.skipBlank();
    }
  }

  private array(): List {
    const items: Value[] = [];
    this.enter('array');
    if (this.leave(']')) return new List(items);
    for (;;) {
      items.push(this.value());
      this.skipBlank();
      if (this.leave(']')) return new List(items);
      if (!this.take(',')) return this.fail("Expecting ',' delimiter");
      this.skipBlank();
    }
  }

  private enter(what: 'object' | 'array'): void {
    this.at++;
    if (++this.depth > MAX_DEPTH) {
      throw new PythonError(
        'RecursionError',
        `maximum recursion depth exceeded while decoding a JSON ${what} from a unicode string`,
      );
    }
    this.skipBlank();
  }

  /** True where the closing bracket stands here: one level less. */
  private leave(bracket: string): boolean {
    if (!this.take(bracket)) return false;
    this.depth--;
    return true;
  }

  private skipBlank(): void {
    this.match(BLANK);
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  private take(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  private fail(reason: string, offset = this.at): never {
    throw new JsonDecodeError(reason, this.text, offset);
  }
}
