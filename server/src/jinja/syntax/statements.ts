import type { Parameter, Span, Statement, Text } from './ast.ts';
import { ExpressionParser } from './expressions.ts';
import { Nesting } from './nesting.ts';
import { FRAMES, spanOf } from './nodes.ts';
import type { Builder } from './nodes.ts';
import type { TokenStream } from './stream.ts';
import { TAGS } from './tags.ts';
import { TargetParser } from './targets.ts';

/** Statements and text. Throws `SyntaxFailure`. */
export class StatementParser {
  readonly tokens: TokenStream;
  readonly expressions: ExpressionParser;
  readonly targets: TargetParser;
  private readonly nesting: Nesting;
  /** Where the tag being read begins: `{%`. */
  tagStart = 0;

  constructor(
    readonly builder: Builder,
    private readonly source: string,
  ) {
    this.tokens = builder.tokens;
    this.nesting = new Nesting(builder.tokens);
    this.expressions = new ExpressionParser(builder);
    this.targets = new TargetParser(builder, this.expressions);
  }

  /** Reads up to the end of the template, or up to one of these tags, whose name is then the current token. */
  statements(endTags: readonly string[] | null): readonly Statement[] {
    const { tokens } = this;
    const body: Statement[] = [];
    if (endTags) this.nesting.await(endTags);
    for (;;) {
      const { type, start } = tokens.current;
      if (type === 'eof') break;
      if (type === 'data') this.text(body);
      else if (type === 'variable_begin') body.push(this.output());
      else {
        tokens.advance();
        this.tagStart = start;
        if (endTags && tokens.isAnyName(endTags)) break;
        const statement = this.builder.nested(FRAMES.statement, () => this.statement(start));
        if ('kind' in statement) body.push(statement);
        else body.push(...statement);
      }
    }
    if (endTags) this.nesting.found();
    return body;
  }

  private text(body: Statement[]): void {
    const { value, start, end } = this.tokens.advance();
    if (value.length === end - start && !this.source.slice(start, end).includes('\r')) {
      body.push(this.textNode(value, start, end));
      return;
    }
    for (const match of this.source.slice(start, end).matchAll(/\r\n?|[^\r]+/g)) {
      const [stretch] = match;
      const at = start + match.index;
      body.push(this.textNode(stretch[0] === '\r' ? '\n' : stretch, at, at + stretch.length));
    }
  }

  private textNode(value: string, start: number, end: number): Text {
    return { kind: 'text', id: this.builder.id(), span: { start, end }, value };
  }

  private output(): Statement {
    const { start } = this.tokens.advance();
    const value = this.expressions.tuple();
    this.tokens.expect('variable_end');
    return { kind: 'output', ...this.node(start), value };
  }

  private statement(start: number): Statement | readonly Statement[] {
    const { tokens } = this;
    const name = tokens.current;
    if (name.type !== 'name') tokens.fail('tag name expected');
    const parse = TAGS.get(name.value);
    if (!parse) return this.nesting.failUnknownTag(name);
    this.nesting.open(name);
    tokens.advance();
    const statement = parse(this, start);
    this.nesting.close();
    return statement;
  }

  // ---------------------------------------------------------- shared pieces

  node(start: number): { id: number; span: Span } {
    return { id: this.builder.id(), span: this.builder.from(start) };
  }

  /** The end of an opening tag; returns the tag's span. */
  endTag(start: number): Span {
    this.tokens.skip(':');
    this.tokens.expect('block_end');
    return this.builder.from(start);
  }

  /** Statements up to one of `endTags`, whose name is left as the current token. */
  bodyUntil(...endTags: string[]): readonly Statement[] {
    const body = this.statements(endTags);
    if (this.tokens.is('eof')) this.nesting.failEndOfTemplate(endTags);
    return body;
  }

  /** The rest of the opening tag, the body, and the closing tag. */
  wholeBody(start: number, closing: string): readonly Statement[] {
    this.endTag(start);
    const body = this.bodyUntil(closing);
    this.tokens.advance();
    this.tokens.expect('block_end');
    return body;
  }

  signature(): readonly Parameter[] {
    const { tokens } = this;
    const parameters: Parameter[] = [];
    tokens.expect('(');
    while (!tokens.is(')')) {
      if (parameters.length > 0) tokens.expect(',');
      const name = this.targets.name();
      const defaultValue = tokens.skip('=') ? this.expressions.expression() : null;
      if (!defaultValue && parameters.at(-1)?.defaultValue)
        tokens.fail('non-default argument follows default argument', spanOf(name));
      parameters.push({ name: name.value, span: spanOf(name), defaultValue });
    }
    tokens.expect(')');
    return parameters;
  }
}
