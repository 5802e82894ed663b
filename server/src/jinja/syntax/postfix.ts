import { AtomParser } from './atoms.ts';
import type { Arguments, Expression, Slice, Span } from './ast.ts';
import { FRAMES, spanOf } from './nodes.ts';
import type { Token } from './tokens.ts';

/** What binds tightest behind an atom: attributes, subscripts and calls. */
export abstract class PostfixParser extends AtomParser {
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
    const step = tokens.skip(':') ? this.slicePart(false) : null;
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

  private slicePart(mayColonFollow = true): Expression | null {
    const { type } = this.tokens.current;
    return (mayColonFollow && type === ':') || type === ']' || type === ',' ? null : this.expression();
  }

  protected call(start: number, callee: Expression): Expression {
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
}
