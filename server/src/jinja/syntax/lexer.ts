import type { Span } from './ast.ts';
import { unescape } from './escapes.ts';
import { SyntaxFailure } from './failure.ts';
import { nameEnd } from './names.ts';
import { normalizeNewlines } from './newlines.ts';
import { floatEnd, integerEnd } from './numbers.ts';
import { reprCharacter } from './tokens.ts';
import type { Operator, Token, TokenType } from './tokens.ts';
import { isPythonSpace, skipSpace, SPACE, trimSpaceBefore } from './whitespace.ts';
import { asKnown, isIdentifier } from '../values/unicode.ts';

const LINE_FEED = 0x0a;
const BRACE = 0x7b;
const [MINUS, PLUS, PERCENT, HASH] = [0x2d, 0x2b, 0x25, 0x23];

const RAW = new RegExp(`\\{%[-+]?${SPACE}*raw${SPACE}*(-?)%\\}`, 'y');
const ENDRAW = new RegExp(`\\{%([-+]?)${SPACE}*endraw${SPACE}*([-+]?)%\\}`, 'g');

const CLOSES: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

type Mode = 'text' | 'variable' | 'block' | 'raw';

/** For each ASCII code: 1 name start, 2 digit, 3 quote, 4 operator. */
const CLASS = new Uint8Array(128);
for (const letter of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_') CLASS[letter.charCodeAt(0)] = 1;
for (const digit of '0123456789') CLASS[digit.charCodeAt(0)] = 2;
for (const quote of `'"`) CLASS[quote.charCodeAt(0)] = 3;
for (const operator of '+-/*%~[](){}><=!.:|,;') CLASS[operator.charCodeAt(0)] = 4;

/**
 * Splits a template into tokens, one at a time, so that an error behind the first one is not met before it.
 * Applies trim_blocks, lstrip_blocks and the `-` and `+` markers. `next` throws `SyntaxFailure`.
 */
export class Lexer {
  private readonly text: string;
  /** The same text to look for names and digits in: without characters that Python does not know. */
  private readonly known: string;
  private readonly offsets: Int32Array | null;
  private at = 0;
  private mode: Mode = 'text';
  /** The last match ended in a newline: what follows stands at the beginning of a line. */
  private atLineStart = true;
  private readonly open: string[] = [];
  private pending: Token | null = null;
  private rawTag: Span = { start: 0, end: 0 };

  constructor(readonly source: string) {
    const normalized = normalizeNewlines(source);
    this.text = normalized.text;
    this.known = asKnown(normalized.text);
    this.offsets = normalized.offsets;
  }

  next(): Token {
    if (this.pending) {
      const token = this.pending;
      this.pending = null;
      return token;
    }
    if (this.mode === 'text') return this.nextInText();
    if (this.mode === 'raw') return this.nextInRaw();
    return this.nextInTag();
  }

  /** Offset in the file of an offset in the normalised text. */
  private inFile(at: number): number {
    return this.offsets ? (this.offsets[at] ?? this.source.length) : at;
  }

  private token(type: TokenType, start: number, end: number, value: string): Token {
    return { type, value, start: this.inFile(start), end: this.inFile(end) };
  }

  private fail(message: string, start: number, end: number): never {
    throw new SyntaxFailure(message, { start: this.inFile(start), end: this.inFile(end) });
  }

  // ------------------------------------------------------------------- text

  private nextInText(): Token {
    for (;;) {
      const from = this.at;
      const begin = this.nextDelimiter(from);
      if (begin < 0) return this.restOfText(from);
      const kind = this.text.charCodeAt(begin + 1);
      const sign = this.text.charCodeAt(begin + 2);
      const signed = sign === MINUS || sign === PLUS;
      const textEnd = this.textEnd(from, begin, signed ? sign : 0, kind !== BRACE);
      const afterBegin = begin + (signed ? 3 : 2);
      if (kind === HASH) this.skipComment(begin, afterBegin);
      else if (kind !== PERCENT || !this.enterRaw(begin)) this.enterTag(kind, begin, afterBegin);
      if (textEnd > from) return this.token('data', from, textEnd, this.text.slice(from, textEnd));
      if (this.mode !== 'text') return this.next();
    }
  }

  private nextDelimiter(from: number): number {
    let brace = this.text.indexOf('{', from);
    while (brace >= 0) {
      const second = this.text.charCodeAt(brace + 1);
      if (second === BRACE || second === PERCENT || second === HASH) return brace;
      brace = this.text.indexOf('{', brace + 1);
    }
    return -1;
  }

  private restOfText(from: number): Token {
    const end = this.text.length;
    this.at = end;
    if (from < end) return this.token('data', from, end, this.text.slice(from));
    return { type: 'eof', value: '', start: this.source.length, end: this.source.length };
  }

  /** Where the text before a tag ends: all blanks go with `-`, the indentation goes before a block or comment. */
  private textEnd(from: number, begin: number, sign: number, stripsIndent: boolean): number {
    if (sign === MINUS) return trimSpaceBefore(this.text, from, begin);
    if (sign === PLUS || !stripsIndent) return begin;
    let lineStart = begin;
    while (lineStart > from && this.text.charCodeAt(lineStart - 1) !== LINE_FEED) {
      if (!isPythonSpace(this.text.charCodeAt(lineStart - 1))) return begin;
      lineStart--;
    }
    return lineStart > from || this.atLineStart ? lineStart : begin;
  }

  private enterTag(kind: number, begin: number, afterBegin: number): void {
    this.mode = kind === PERCENT ? 'block' : 'variable';
    const type = kind === PERCENT ? 'block_begin' : 'variable_begin';
    this.pending = this.token(type, begin, afterBegin, '');
    this.at = afterBegin;
  }

  /** Python does not notice a comment (or a raw block) that opens at the very end. */
  private skipComment(begin: number, afterBegin: number): void {
    const end = this.text.indexOf('#}', afterBegin);
    if (end < 0 && afterBegin < this.text.length) this.fail('Missing end of comment tag', begin, afterBegin);
    const sign = end > afterBegin ? this.text.charCodeAt(end - 1) : 0;
    this.leaveTag(end < 0 ? afterBegin : end + 2, sign, true);
  }

  /** Goes on after a closing delimiter: `-` takes the blanks behind it, a block takes one newline unless `+`. */
  private leaveTag(delimiterEnd: number, sign: number, trimsNewline: boolean): void {
    this.at = delimiterEnd;
    if (sign === MINUS) this.at = skipSpace(this.text, delimiterEnd);
    else if (trimsNewline && sign !== PLUS && this.text.charCodeAt(this.at) === LINE_FEED) this.at++;
    this.atLineStart = this.text.charCodeAt(this.at - 1) === LINE_FEED;
    this.mode = 'text';
  }

  // -------------------------------------------------------------------- raw

  private enterRaw(begin: number): boolean {
    RAW.lastIndex = begin;
    const match = RAW.exec(this.text);
    if (!match) return false;
    this.rawTag = { start: begin, end: RAW.lastIndex };
    this.leaveTag(RAW.lastIndex, signCode(match[1]), false);
    this.mode = 'raw';
    return true;
  }

  private nextInRaw(): Token {
    const from = this.at;
    ENDRAW.lastIndex = from;
    const match = ENDRAW.exec(this.text);
    if (!match && from === this.text.length) return this.restOfText(from);
    if (!match) return this.fail('Missing end of raw directive', this.rawTag.start, this.rawTag.end);
    const textEnd = this.textEnd(from, match.index, signCode(match[1]), true);
    this.leaveTag(ENDRAW.lastIndex, signCode(match[2]), true);
    if (textEnd > from) return this.token('data', from, textEnd, this.text.slice(from, textEnd));
    return this.next();
  }

  // ------------------------------------------------------------------- tags

  private nextInTag(): Token {
    const start = skipSpace(this.text, this.at);
    if (this.open.length === 0) {
      const end = this.closingDelimiter(start);
      if (end) return end;
    }
    if (start >= this.text.length) {
      this.at = start;
      return { type: 'eof', value: '', start: this.source.length, end: this.source.length };
    }
    const code = this.text.charCodeAt(start);
    const kind = code < 128 ? CLASS[code] : 1;
    if (kind === 1)
      return code >= 128 && floatEnd(this.known, start) >= 0 ? this.number(start) : this.name(start);
    if (kind === 4) return this.operator(start);
    if (kind === 3) return this.string(start, code);
    if (kind === 2) return this.number(start);
    return this.unexpected(start);
  }

  private closingDelimiter(start: number): Token | null {
    const { text } = this;
    const first = text.charCodeAt(start);
    const inBlock = this.mode === 'block';
    const signed = first === MINUS || (inBlock && first === PLUS);
    const delimiter = signed ? start + 1 : start;
    if (!text.startsWith(inBlock ? '%}' : '}}', delimiter)) return null;
    const token = this.token(inBlock ? 'block_end' : 'variable_end', start, delimiter + 2, '');
    this.leaveTag(delimiter + 2, signed ? first : 0, inBlock);
    return token;
  }

  private name(start: number): Token {
    let end = start;
    let code = this.text.charCodeAt(end);
    while (code < 128 && (CLASS[code] === 1 || CLASS[code] === 2)) code = this.text.charCodeAt(++end);
    if (code >= 128) {
      end = nameEnd(this.known, start);
      if (end === start) return this.unexpected(start);
      if (!isIdentifier(this.text.slice(start, end)))
        this.fail('Invalid character in identifier', start, end);
    }
    this.at = end;
    return this.token('name', start, end, this.text.slice(start, end));
  }

  private number(start: number): Token {
    const float = floatEnd(this.known, start);
    const end = float >= 0 ? float : integerEnd(this.known, start);
    this.at = end;
    return this.token(float >= 0 ? 'float' : 'integer', start, end, this.text.slice(start, end));
  }

  private string(start: number, quote: number): Token {
    const { text } = this;
    let end = start + 1;
    for (;;) {
      const code = text.charCodeAt(end);
      if (code === quote) break;
      if (end >= text.length) return this.unexpected(start);
      end += code === 0x5c ? 2 : 1;
    }
    this.at = end + 1;
    const inside = unescape(text.slice(start + 1, end));
    if (inside.ok) return this.token('string', start, end + 1, inside.value);
    const backslash = start + 1 + inside.at;
    return this.fail(inside.message, backslash, backslash + 2);
  }

  private operator(start: number): Token {
    const { text } = this;
    const two = text.slice(start, start + 2);
    const operator = TWO_CHARACTERS.has(two) ? two : two.charAt(0);
    if (operator === '!') return this.unexpected(start);
    if (operator in CLOSES) this.open.push(operator);
    else if (operator === '}' || operator === ')' || operator === ']') this.close(operator, start);
    this.at = start + operator.length;
    return this.token(operator as Operator, start, this.at, operator);
  }

  private close(operator: string, start: number): void {
    const opened = this.open.pop();
    if (opened === undefined) this.fail(`unexpected '${operator}'`, start, start + 1);
    const expected = CLOSES[opened] ?? '';
    if (expected !== operator)
      this.fail(`unexpected '${operator}', expected '${expected}'`, start, start + 1);
  }

  private unexpected(start: number): never {
    const character = String.fromCodePoint(this.text.codePointAt(start) ?? 0);
    const position = Array.from(this.text.slice(0, start)).length;
    const message = `unexpected char ${reprCharacter(character)} at ${position}`;
    return this.fail(message, start, start + character.length);
  }
}

const TWO_CHARACTERS: ReadonlySet<string> = new Set(['//', '**', '==', '!=', '>=', '<=']);

function signCode(sign: string | undefined): number {
  return sign ? sign.charCodeAt(0) : 0;
}
