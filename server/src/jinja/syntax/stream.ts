import type { Span } from './ast.ts';
import { SyntaxFailure } from './failure.ts';
import { Lexer } from './lexer.ts';
import { describeToken, describeType } from './tokens.ts';
import type { Token, TokenType } from './tokens.ts';

/** The tokens of a template with one token of lookahead. */
export class TokenStream {
  current: Token;
  /** End of the token before `current`. */
  lastEnd = 0;
  private readonly lexer: Lexer;
  private ahead: Token | null = null;
  /** Where the tag that is being read begins. */
  private tagStart = 0;

  constructor(source: string) {
    this.lexer = new Lexer(source);
    this.current = this.lexer.next();
    this.noteTag();
  }

  /** Goes on by one token and returns the one left behind. */
  advance(): Token {
    const left = this.current;
    this.lastEnd = left.end;
    if (left.type === 'eof') return left;
    if (this.ahead) {
      this.current = this.ahead;
      this.ahead = null;
    } else this.current = this.lexer.next();
    this.noteTag();
    return left;
  }

  /** The token after `current`. */
  peek(): Token {
    this.ahead ??= this.lexer.next();
    return this.ahead;
  }

  is(type: TokenType): boolean {
    return this.current.type === type;
  }

  isName(word: string): boolean {
    return this.current.type === 'name' && this.current.value === word;
  }

  isAnyName(words: readonly string[]): boolean {
    return this.current.type === 'name' && words.includes(this.current.value);
  }

  nextIsName(word: string): boolean {
    const next = this.peek();
    return next.type === 'name' && next.value === word;
  }

  skip(type: TokenType): boolean {
    if (this.current.type !== type) return false;
    this.advance();
    return true;
  }

  skipName(word: string): boolean {
    if (!this.isName(word)) return false;
    this.advance();
    return true;
  }

  expect(type: TokenType): Token {
    if (this.current.type !== type) this.failExpected(describeType(type));
    return this.advance();
  }

  expectName(word: string): Token {
    if (!this.isName(word)) this.failExpected(word);
    return this.advance();
  }

  fail(message: string, span: Span = this.here(), type?: string): never {
    throw new SyntaxFailure(message, span, type);
  }

  /** The current token; at the end of the file, the tag that it cuts off. */
  here(): Span {
    const { type, start, end } = this.current;
    return type === 'eof'
      ? { start: this.tagStart, end: Math.max(this.lastEnd, this.tagStart) }
      : { start, end };
  }

  private failExpected(expected: string): never {
    if (this.current.type === 'eof') this.fail(`unexpected end of template, expected '${expected}'.`);
    this.fail(`expected token '${expected}', got '${describeToken(this.current)}'`);
  }

  private noteTag(): void {
    const { type, start } = this.current;
    if (type === 'block_begin' || type === 'variable_begin') this.tagStart = start;
  }
}
