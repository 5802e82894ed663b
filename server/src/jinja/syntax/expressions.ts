import type {
  Arguments,
  Binary,
  CompareOperator,
  Expression,
  FilterUse,
  IntegerLiteral,
  Slice,
  Span,
  Test,
} from './ast.ts';
import { FRAMES } from './nodes.ts';
import type { Builder } from './nodes.ts';
import { floatValue, integerValue, tooManyDigits } from './numbers.ts';
import type { TokenStream } from './stream.ts';
import { describeToken } from './tokens.ts';
import type { Token, TokenType } from './tokens.ts';

const COMPARE: Partial<Record<TokenType, CompareOperator>> = {
  '==': '==',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

const SUM: Partial<Record<TokenType, Binary['operator']>> = { '+': '+', '-': '-' };
const PRODUCT: Partial<Record<TokenType, Binary['operator']>> = { '*': '*', '/': '/', '//': '//', '%': '%' };
const POWER: Partial<Record<TokenType, Binary['operator']>> = { '**': '**' };

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);

/** What may begin the argument of a test written without parentheses. */
const BEGINS_TEST_ARGUMENT: ReadonlySet<TokenType> = new Set([
  'name',
  'string',
  'integer',
  'float',
  '(',
  '[',
  '{',
]);
const NO_TEST_ARGUMENT = ['else', 'or', 'and'];

export const NO_ARGUMENTS: Arguments = { positional: [], keyword: [], splat: null, keywordSplat: null };

export interface TupleOptions {
  /** False where an `if` behind belongs to the tag: conditions, what a loop runs over. */
  readonly conditional?: boolean;
}

/** Expressions by recursive descent: one method per level of precedence, loosest first. */
export class ExpressionParser {
  private readonly tokens: TokenStream;

  constructor(private readonly builder: Builder) {
    this.tokens = builder.tokens;
  }

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

  /** `consequence if condition else alternative`, and everything that binds tighter. */
  expression(): Expression {
    const { tokens, builder } = this;
    const { start } = tokens.current;
    let expression = this.or();
    while (tokens.skipName('if')) {
      const condition = this.or();
      const alternative = tokens.skipName('else')
        ? builder.nested(FRAMES.prefix, () => this.expression())
        : null;
      expression = {
        kind: 'conditional',
        id: builder.id(),
        span: builder.from(start),
        condition,
        consequence: expression,
        alternative,
      };
    }
    return expression;
  }

  /** An expression without the ternary at its top. */
  or(): Expression {
    const { start } = this.tokens.current;
    let left = this.and();
    while (this.tokens.skipName('or')) left = this.logical('or', start, left, this.and());
    return left;
  }

  private and(): Expression {
    const { start } = this.tokens.current;
    let left = this.not();
    while (this.tokens.skipName('and')) left = this.logical('and', start, left, this.not());
    return left;
  }

  private logical(operator: 'and' | 'or', start: number, left: Expression, right: Expression): Expression {
    return { kind: 'logical', id: this.builder.id(), span: this.builder.from(start), operator, left, right };
  }

  private not(): Expression {
    const { tokens, builder } = this;
    if (!tokens.isName('not')) return this.compare();
    const { start } = tokens.advance();
    const operand = builder.nested(FRAMES.prefix, () => this.not());
    return { kind: 'unary', id: builder.id(), span: builder.from(start), operator: 'not', operand };
  }

  private compare(): Expression {
    const { start } = this.tokens.current;
    const first = this.sum();
    let operator = this.compareOperator();
    if (!operator) return first;
    const rest: { operator: CompareOperator; operand: Expression }[] = [];
    for (; operator; operator = this.compareOperator()) rest.push({ operator, operand: this.sum() });
    return { kind: 'compare', id: this.builder.id(), span: this.builder.from(start), first, rest };
  }

  private compareOperator(): CompareOperator | null {
    const { tokens } = this;
    const operator = COMPARE[tokens.current.type];
    if (operator) {
      tokens.advance();
      return operator;
    }
    if (tokens.skipName('in')) return 'in';
    if (!tokens.isName('not') || !tokens.nextIsName('in')) return null;
    tokens.advance();
    tokens.advance();
    return 'not in';
  }

  private sum(): Expression {
    const { start } = this.tokens.current;
    let left = this.concat();
    for (let operator = SUM[this.tokens.current.type]; operator; operator = SUM[this.tokens.current.type]) {
      this.tokens.advance();
      left = this.binary(operator, start, left, this.concat());
    }
    return left;
  }

  private concat(): Expression {
    const { start } = this.tokens.current;
    const first = this.product();
    if (!this.tokens.is('~')) return first;
    const operands = [first];
    while (this.tokens.skip('~')) operands.push(this.product());
    return { kind: 'concat', id: this.builder.id(), span: this.builder.from(start), operands };
  }

  private product(): Expression {
    const { start } = this.tokens.current;
    let left = this.power();
    for (
      let operator = PRODUCT[this.tokens.current.type];
      operator;
      operator = PRODUCT[this.tokens.current.type]
    ) {
      this.tokens.advance();
      left = this.binary(operator, start, left, this.power());
    }
    return left;
  }

  /** Jinja2 binds `**` from left to right, and a sign in front tighter than it. */
  private power(): Expression {
    const { start } = this.tokens.current;
    let left = this.unary();
    while (POWER[this.tokens.current.type]) {
      this.tokens.advance();
      left = this.binary('**', start, left, this.unary());
    }
    return left;
  }

  private binary(
    operator: Binary['operator'],
    start: number,
    left: Expression,
    right: Expression,
  ): Expression {
    return { kind: 'binary', id: this.builder.id(), span: this.builder.from(start), operator, left, right };
  }

  private unary(withFilters = true): Expression {
    const { tokens, builder } = this;
    const { type, start } = tokens.current;
    let expression: Expression;
    if (type === '-' || type === '+') {
      tokens.advance();
      const operand = builder.nested(FRAMES.prefix, () => this.unary(false));
      expression = { kind: 'unary', id: builder.id(), span: builder.from(start), operator: type, operand };
    } else expression = this.primary();
    expression = this.postfix(start, expression);
    return withFilters ? this.filtersAndTests(start, expression) : expression;
  }

  // ---------------------------------------------------------------- primary

  primary(): Expression {
    const { tokens, builder } = this;
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
        return { kind: 'float', id: builder.id(), span: spanOf(token), value: floatValue(token.value) };
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

  private integer(token: Token): IntegerLiteral {
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

  // ------------------------------------------- attributes, subscripts, calls

  postfix(start: number, operand: Expression): Expression {
    let expression = operand;
    for (;;) {
      const { type } = this.tokens.current;
      if (type === '.') expression = this.attribute(start, expression);
      else if (type === '[') expression = this.subscript(start, expression);
      else if (type === '(') expression = this.call(start, expression);
      else return expression;
    }
  }

  private attribute(start: number, object: Expression): Expression {
    const { tokens, builder } = this;
    tokens.advance();
    const token = tokens.advance();
    if (token.type === 'name') return this.attributeNode(start, object, token.value, token);
    if (token.type !== 'integer') tokens.fail('expected name or number', spanOf(token));
    const index = this.integer(token);
    if (typeof index.value === 'number') return this.attributeNode(start, object, index.value, token);
    return { kind: 'subscript', id: builder.id(), span: builder.from(start), object, index };
  }

  private attributeNode(
    start: number,
    object: Expression,
    attribute: string | number,
    token: Token,
  ): Expression {
    const { builder } = this;
    return {
      kind: 'attribute',
      id: builder.id(),
      span: builder.from(start),
      object,
      attribute,
      nameSpan: spanOf(token),
    };
  }

  private subscript(start: number, object: Expression): Expression {
    const { tokens, builder } = this;
    const inside = tokens.advance().end;
    const items: Expression[] = [];
    builder.nested(FRAMES.bracket, () => {
      while (!tokens.is(']')) {
        if (items.length > 0) tokens.expect(',');
        items.push(this.indexOrSlice());
      }
    });
    const [first] = items;
    const index: Expression =
      first && items.length === 1
        ? first
        : { kind: 'tuple', id: builder.id(), span: builder.from(first?.span.start ?? inside), items };
    tokens.expect(']');
    return { kind: 'subscript', id: builder.id(), span: builder.from(start), object, index };
  }

  private indexOrSlice(): Expression {
    const { tokens, builder } = this;
    const { start } = tokens.current;
    let first: Expression | null = null;
    if (!tokens.is(':')) {
      first = this.expression();
      if (!tokens.is(':')) return first;
    }
    tokens.advance();
    const stop = this.slicePart();
    const step = tokens.skip(':') ? this.slicePart() : null;
    const slice: Slice = {
      kind: 'slice',
      id: builder.id(),
      span: builder.from(start),
      start: first,
      stop,
      step,
    };
    return slice;
  }

  private slicePart(): Expression | null {
    const { type } = this.tokens.current;
    return type === ':' || type === ']' || type === ',' ? null : this.expression();
  }

  private call(start: number, callee: Expression): Expression {
    const args = this.arguments();
    return { kind: 'call', id: this.builder.id(), span: this.builder.from(start), callee, args };
  }

  arguments(): Arguments {
    const { tokens, builder } = this;
    tokens.expect('(');
    const positional: Expression[] = [];
    const keyword: { name: string; value: Expression; span: Span }[] = [];
    let splat: Expression | null = null;
    let keywordSplat: Expression | null = null;
    builder.nested(FRAMES.bracket, () => {
      for (let first = true; !tokens.is(')'); first = false) {
        if (!first) tokens.expect(',');
        const { type, value, start } = tokens.current;
        if (type === ')') break;
        if (type === '*') {
          this.requireArgument(!splat && !keywordSplat);
          tokens.advance();
          splat = this.expression();
        } else if (type === '**') {
          this.requireArgument(!keywordSplat);
          tokens.advance();
          keywordSplat = this.expression();
        } else if (type === 'name' && tokens.peek().type === '=') {
          this.requireArgument(!keywordSplat);
          tokens.advance();
          tokens.advance();
          const argument = this.expression();
          keyword.push({ name: value, value: argument, span: builder.from(start) });
        } else {
          this.requireArgument(!splat && !keywordSplat && keyword.length === 0);
          positional.push(this.expression());
        }
      }
    });
    tokens.expect(')');
    return { positional, keyword, splat, keywordSplat };
  }

  private requireArgument(allowed: boolean): void {
    if (!allowed) this.tokens.fail('invalid syntax for function call expression');
  }

  // -------------------------------------------------------- filters and tests

  private filtersAndTests(start: number, operand: Expression): Expression {
    let expression = operand;
    for (;;) {
      if (this.tokens.is('|')) expression = this.filter(start, expression);
      else if (this.tokens.isName('is')) expression = this.test(start, expression);
      else if (this.tokens.is('(')) expression = this.call(start, expression);
      else return expression;
    }
  }

  private filter(start: number, operand: Expression): Expression {
    this.tokens.advance();
    const use = this.filterUse();
    return { kind: 'filter', id: this.builder.id(), span: this.builder.from(start), operand, use };
  }

  /** `name(arguments)`, without the bar. */
  filterUse(): FilterUse {
    const { tokens, builder } = this;
    const { name, nameSpan } = this.dottedName();
    const args = tokens.is('(') ? this.arguments() : NO_ARGUMENTS;
    return { kind: 'filter-use', id: builder.id(), span: builder.from(nameSpan.start), name, nameSpan, args };
  }

  private dottedName(): { name: string; nameSpan: Span } {
    const { tokens } = this;
    const first = tokens.expect('name');
    let name = first.value;
    while (tokens.skip('.')) name += '.' + tokens.expect('name').value;
    return { name, nameSpan: this.builder.from(first.start) };
  }

  private test(start: number, operand: Expression): Test {
    const { tokens, builder } = this;
    tokens.advance();
    const negated = tokens.skipName('not');
    const { name, nameSpan } = this.dottedName();
    const args = this.testArguments();
    return {
      kind: 'test',
      id: builder.id(),
      span: builder.from(start),
      operand,
      name,
      nameSpan,
      args,
      negated,
    };
  }

  private testArguments(): Arguments {
    const { tokens, builder } = this;
    const { type, start } = tokens.current;
    if (type === '(') return this.arguments();
    if (!BEGINS_TEST_ARGUMENT.has(type) || tokens.isAnyName(NO_TEST_ARGUMENT)) return NO_ARGUMENTS;
    if (tokens.isName('is')) tokens.fail('You cannot chain multiple tests with is');
    const argument = builder.nested(FRAMES.prefix, () => this.postfix(start, this.primary()));
    return { ...NO_ARGUMENTS, positional: [argument] };
  }
}

export function spanOf(token: Token): Span {
  return { start: token.start, end: token.end };
}
