import type { Arguments, Binary, CompareOperator, Expression, FilterUse, Span, Test } from './ast.ts';
import { FRAMES } from './nodes.ts';
import { PostfixParser } from './postfix.ts';
import type { TokenType } from './tokens.ts';

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

const NO_ARGUMENTS: Arguments = { positional: [], keyword: [], splat: null, keywordSplat: null };

/** Expressions by recursive descent: one method per level of precedence, loosest first. */
export class ExpressionParser extends PostfixParser {
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
