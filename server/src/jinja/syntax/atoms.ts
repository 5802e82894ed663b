import type { Expression, FloatLiteral, IntegerLiteral } from './ast.ts';
import { FRAMES, spanOf } from './nodes.ts';
import type { Builder } from './nodes.ts';
import { integerValue, tooManyDigits } from './numbers.ts';
import type { TokenStream } from './stream.ts';
import { describeToken } from './tokens.ts';
import type { Token } from './tokens.ts';

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);

export interface TupleOptions {
  /** False where an `if` behind belongs to the tag: conditions, what a loop runs over. */
  readonly conditional?: boolean;
}

/** Names, literals and what stands in brackets. */
export abstract class AtomParser {
  protected readonly tokens: TokenStream;

  constructor(protected readonly builder: Builder) {
    this.tokens = builder.tokens;
  }

  /** Any expression. */
  abstract expression(): Expression;
  /** An expression without the ternary at its top. */
  abstract or(): Expression;

  /** One expression, or several with commas between: a bare tuple. */
  tuple(options: TupleOptions = {}): Expression {
    const { tokens } = this;
    const { start } = tokens.current;
    const { items, isTuple } = this.tupleItems(options);
    const [first] = items;
    if (isTuple) return { kind: 'tuple', id: this.builder.id(), span: this.builder.from(start), items };
    return first ?? tokens.fail(`Expected an expression, got '${describeToken(tokens.current)}'`);
  }

  private tupleItems(options: TupleOptions): { items: readonly Expression[]; isTuple: boolean } {
    const { conditional = true } = options;
    const { tokens } = this;
    const items: Expression[] = [];
    for (;;) {
      if (items.length > 0) tokens.expect(',');
      if (this.endsTuple()) return { items, isTuple: items.length > 0 };
      items.push(conditional ? this.expression() : this.or());
      if (!tokens.is(',')) return { items, isTuple: items.length > 1 };
    }
  }

  private endsTuple(): boolean {
    const { type } = this.tokens.current;
    return type === 'variable_end' || type === 'block_end' || type === ')';
  }

  primary(): Expression {
    const { tokens } = this;
    const token = tokens.current;
    switch (token.type) {
      case 'name':
        tokens.advance();
        return this.nameOrConstant(token);
      case 'string':
        return this.string();
      case 'integer':
        tokens.advance();
        return this.integer(token);
      case 'float':
        tokens.advance();
        return this.float(token);
      case '(':
        return this.parenthesized();
      case '[':
        return this.list();
      case '{':
        return this.dict();
      default:
        return tokens.fail(`unexpected '${describeToken(token)}'`);
    }
  }

  private nameOrConstant(token: Token): Expression {
    const constant = CONSTANTS.get(token.value);
    const base = { id: this.builder.id(), span: spanOf(token) };
    if (constant === undefined) return { kind: 'name', ...base, name: token.value };
    if (constant === null) return { kind: 'none', ...base };
    return { kind: 'boolean', ...base, value: constant };
  }

  private string(): Expression {
    const { start } = this.tokens.current;
    let value = '';
    while (this.tokens.current.type === 'string') value += this.tokens.advance().value;
    return { kind: 'string', id: this.builder.id(), span: this.builder.from(start), value };
  }

  /** Python reads decimal digits of other scripts in integers only. */
  private float(token: Token): FloatLiteral {
    const [foreign] = token.value.match(/[^\x20-\x7f]/u) ?? [];
    if (foreign) {
      const exponent = new RegExp(`e[-+]?${foreign}`, 'i').test(token.value);
      if (exponent) this.tokens.fail('invalid decimal literal', spanOf(token), 'SyntaxError');
      const code = (foreign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      this.tokens.fail(`invalid character '${foreign}' (U+${code})`, spanOf(token), 'SyntaxError');
    }
    const value = Number(token.value.replaceAll('_', ''));
    return { kind: 'float', id: this.builder.id(), span: spanOf(token), value };
  }

  protected integer(token: Token): IntegerLiteral {
    const value = integerValue(token.value);
    if (value === null) this.tokens.fail(tooManyDigits(token.value), spanOf(token), 'ValueError');
    return { kind: 'integer', id: this.builder.id(), span: spanOf(token), value };
  }

  /** The parentheses belong to a tuple, but not to a single expression. */
  private parenthesized(): Expression {
    const { tokens, builder } = this;
    const { start } = tokens.advance();
    const { items, isTuple } = builder.nested(FRAMES.bracket, () => this.tupleItems({}));
    tokens.expect(')');
    const [first] = items;
    if (first && !isTuple) return first;
    return { kind: 'tuple', id: builder.id(), span: builder.from(start), items };
  }

  private list(): Expression {
    const { tokens, builder } = this;
    const { start } = tokens.advance();
    const items: Expression[] = [];
    builder.nested(FRAMES.bracket, () => {
      while (!tokens.is(']')) {
        if (items.length > 0) tokens.expect(',');
        if (tokens.is(']')) break;
        items.push(this.expression());
      }
    });
    tokens.expect(']');
    return { kind: 'list', id: builder.id(), span: builder.from(start), items };
  }

  private dict(): Expression {
    const { tokens, builder } = this;
    const { start } = tokens.advance();
    const entries: { key: Expression; value: Expression }[] = [];
    builder.nested(FRAMES.bracket, () => {
      while (!tokens.is('}')) {
        if (entries.length > 0) tokens.expect(',');
        if (tokens.is('}')) break;
        const key = this.expression();
        tokens.expect(':');
        entries.push({ key, value: this.expression() });
      }
    });
    tokens.expect('}');
    return { kind: 'dict', id: builder.id(), span: builder.from(start), entries };
  }
}
