import type { Block, Branch, Expression, Parameter, Span, Statement, Target, Text } from './ast.ts';
import { ExpressionParser, spanOf } from './expressions.ts';
import { FRAMES } from './nodes.ts';
import type { Builder } from './nodes.ts';
import { TargetParser } from './targets.ts';
import type { TokenStream } from './stream.ts';
import type { Token } from './tokens.ts';

/** One parser per tag: called with the tag's name read, it reads up to and including the closing tag. */
type TagParser = (parser: StatementParser, start: number) => Statement | readonly Statement[];

const TAGS: ReadonlyMap<string, TagParser> = new Map<string, TagParser>([
  ['if', (parser, start) => parser.if(start)],
  ['for', (parser, start) => parser.for(start)],
  ['set', (parser, start) => parser.set(start)],
  ['macro', (parser, start) => parser.macro(start)],
  ['call', (parser, start) => parser.callBlock(start)],
  ['filter', (parser, start) => parser.filterBlock(start)],
  ['generation', (parser, start) => parser.generation(start)],
  ['with', (parser, start) => parser.with(start)],
  ['block', (parser, start) => parser.block(start)],
  ['autoescape', (parser, start) => parser.autoescape(start)],
  ['print', (parser, start) => parser.print(start)],
  ['break', (parser, start) => parser.loopControl('break', start)],
  ['continue', (parser, start) => parser.loopControl('continue', start)],
  ['include', (parser, start) => parser.include(start)],
  ['extends', (parser, start) => parser.extends(start)],
  ['import', (parser, start) => parser.import(start)],
  ['from', (parser, start) => parser.from(start)],
]);

/** Statements and text. Throws `SyntaxFailure`. */
export class StatementParser {
  private readonly tokens: TokenStream;
  private readonly expressions: ExpressionParser;
  private readonly targets: TargetParser;
  /** Names of the tags that are open, outermost first. */
  private readonly openTags: Token[] = [];
  /** What each of them looks for. */
  private readonly awaited: (readonly string[])[] = [];
  /** Where the tag being read begins: `{%`. */
  private tagStart = 0;

  constructor(
    private readonly builder: Builder,
    private readonly source: string,
  ) {
    this.tokens = builder.tokens;
    this.expressions = new ExpressionParser(builder);
    this.targets = new TargetParser(builder, this.expressions);
  }

  /** Reads up to the end of the template, or up to one of these tags, whose name is then the current token. */
  statements(endTags: readonly string[] | null): readonly Statement[] {
    const { tokens } = this;
    const body: Statement[] = [];
    if (endTags) this.awaited.push(endTags);
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
    if (endTags) this.awaited.pop();
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
    if (!parse) return this.failUnknownTag(name);
    this.openTags.push(name);
    tokens.advance();
    const statement = parse(this, start);
    this.openTags.pop();
    return statement;
  }

  // ---------------------------------------------------------- shared pieces

  private node(start: number): { id: number; span: Span } {
    return { id: this.builder.id(), span: this.builder.from(start) };
  }

  /** The end of an opening tag; returns the tag's span. */
  private endTag(start: number): Span {
    this.tokens.skip(':');
    this.tokens.expect('block_end');
    return this.builder.from(start);
  }

  /** Statements up to one of `endTags`, whose name is left as the current token. */
  private bodyUntil(...endTags: string[]): readonly Statement[] {
    const body = this.statements(endTags);
    if (this.tokens.is('eof')) this.failEndOfTemplate(endTags);
    return body;
  }

  /** The rest of the opening tag, the body, and the closing tag. */
  private wholeBody(start: number, closing: string): readonly Statement[] {
    this.endTag(start);
    const body = this.bodyUntil(closing);
    this.tokens.advance();
    this.tokens.expect('block_end');
    return body;
  }

  private signature(): readonly Parameter[] {
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

  // ------------------------------------------------------------------- tags

  if(start: number): Statement {
    const { tokens } = this;
    const branches: Branch[] = [];
    let branchStart = start;
    do {
      const condition = this.expressions.tuple({ conditional: false });
      const span = this.endTag(branchStart);
      const id = this.builder.id();
      const body = this.bodyUntil('elif', 'else', 'endif');
      branches.push({ kind: 'branch', id, span, condition, body });
      branchStart = this.tagStart;
    } while (tokens.skipName('elif'));
    const otherwise = this.elseBody('endif');
    tokens.expect('block_end');
    return { kind: 'if', ...this.node(start), branches, otherwise };
  }

  for(start: number): Statement {
    const { tokens } = this;
    const target = this.targets.target();
    tokens.expectName('in');
    const iterable = this.expressions.tuple({ conditional: false });
    const filter = tokens.skipName('if') ? this.expressions.expression() : null;
    const recursive = tokens.skipName('recursive');
    const tag = this.endTag(start);
    const body = this.bodyUntil('endfor', 'else');
    const otherwise = this.elseBody('endfor');
    tokens.expect('block_end');
    return { kind: 'for', ...this.node(start), target, iterable, filter, recursive, body, otherwise, tag };
  }

  /** Reads `else` and its body, if there is one, and the name of the closing tag. */
  private elseBody(closing: string): readonly Statement[] | null {
    if (this.tokens.advance().value !== 'else') return null;
    this.endTag(this.tagStart);
    const body = this.bodyUntil(closing);
    this.tokens.advance();
    return body;
  }

  set(start: number): Statement {
    const { tokens } = this;
    const target = this.targets.target({ namespaces: true });
    if (!tokens.skip('=')) return this.setBlock(start, target);
    const value = this.expressions.tuple();
    tokens.expect('block_end');
    return { kind: 'set', ...this.node(start), target, value };
  }

  private setBlock(start: number, target: Target): Statement {
    const filters = [];
    while (this.tokens.skip('|')) filters.push(this.expressions.filterUse());
    const body = this.wholeBody(start, 'endset');
    return { kind: 'set-block', ...this.node(start), target, filters, body };
  }

  macro(start: number): Statement {
    const name = this.targets.name();
    const parameters = this.signature();
    const body = this.wholeBody(start, 'endmacro');
    return { kind: 'macro', ...this.node(start), name: name.value, nameSpan: spanOf(name), parameters, body };
  }

  callBlock(start: number): Statement {
    const { tokens } = this;
    const parameters = tokens.is('(') ? this.signature() : [];
    const call = this.expressions.expression();
    if (call.kind !== 'call') return tokens.fail('expected call', call.span);
    const body = this.wholeBody(start, 'endcall');
    return { kind: 'call-block', ...this.node(start), parameters, call, body };
  }

  filterBlock(start: number): Statement {
    const filters = [this.expressions.filterUse()];
    while (this.tokens.skip('|')) filters.push(this.expressions.filterUse());
    const body = this.wholeBody(start, 'endfilter');
    return { kind: 'filter-block', ...this.node(start), filters, body };
  }

  generation(start: number): Statement {
    const body = this.wholeBody(start, 'endgeneration');
    return { kind: 'generation', ...this.node(start), body };
  }

  with(start: number): Statement {
    const { tokens } = this;
    const bindings: { target: Target; value: Expression }[] = [];
    while (!tokens.is('block_end')) {
      if (bindings.length > 0) tokens.expect(',');
      const target = this.targets.target({ mayBeLoop: true });
      tokens.expect('=');
      bindings.push({ target, value: this.expressions.expression() });
    }
    const body = this.wholeBody(start, 'endwith');
    return { kind: 'with', ...this.node(start), bindings, body };
  }

  block(start: number): Statement {
    const { tokens } = this;
    const name = tokens.expect('name').value;
    const scoped = tokens.skipName('scoped');
    const required = tokens.skipName('required');
    if (tokens.is('-'))
      tokens.fail(
        'Block names in Jinja have to be valid Python identifiers and may not contain hyphens, use an underscore instead.',
      );
    this.endTag(start);
    const body = this.bodyUntil('endblock');
    tokens.advance();
    const content = required
      ? body.find((child) => child.kind !== 'text' || child.value.trim() !== '')
      : null;
    if (content) tokens.fail('Required blocks can only contain comments or whitespace', content.span);
    tokens.skipName(name);
    tokens.expect('block_end');
    const block: Block = { kind: 'block', ...this.node(start), name, scoped, required, body };
    this.builder.blocks.push(block);
    return block;
  }

  autoescape(start: number): Statement {
    const enabled = this.expressions.expression();
    const body = this.wholeBody(start, 'endautoescape');
    return { kind: 'autoescape', ...this.node(start), enabled, body };
  }

  /** `{% print a, b %}` prints its expressions one after the other. */
  print(start: number): readonly Statement[] {
    const { tokens } = this;
    const values: Expression[] = [];
    while (!tokens.is('block_end')) {
      if (values.length > 0) tokens.expect(',');
      values.push(this.expressions.expression());
    }
    tokens.expect('block_end');
    return values.map((value) => ({ kind: 'output', ...this.node(start), value }));
  }

  loopControl(kind: 'break' | 'continue', start: number): Statement {
    this.tokens.expect('block_end');
    return { kind, ...this.node(start) };
  }

  // ------------------------------------------------- tags that need a loader

  include(start: number): Statement {
    const { tokens } = this;
    const template = this.expressions.expression();
    if (tokens.isName('ignore') && tokens.nextIsName('missing')) {
      tokens.advance();
      tokens.advance();
    }
    this.importContext();
    return this.load('include', start, template);
  }

  extends(start: number): Statement {
    return this.load('extends', start, this.expressions.expression());
  }

  import(start: number): Statement {
    const template = this.expressions.expression();
    this.tokens.expectName('as');
    this.targets.name();
    this.importContext();
    return this.load('import', start, template);
  }

  from(start: number): Statement {
    const { tokens } = this;
    const template = this.expressions.expression();
    tokens.expectName('import');
    for (let first = true; ; first = false) {
      if (!first) tokens.expect(',');
      if (!tokens.is('name')) tokens.expect('name');
      if (this.importContext()) break;
      const name = this.targets.name();
      if (name.value.startsWith('_'))
        tokens.fail(
          'names starting with an underline can not be imported',
          spanOf(name),
          'TemplateAssertionError',
        );
      if (tokens.skipName('as')) this.targets.name();
      if (this.importContext() || !tokens.is(',')) break;
    }
    return this.load('from', start, template);
  }

  /** `with context` or `without context`. */
  private importContext(): boolean {
    const { tokens } = this;
    if (!tokens.isAnyName(['with', 'without']) || !tokens.nextIsName('context')) return false;
    tokens.advance();
    tokens.advance();
    return true;
  }

  private load(
    statement: 'include' | 'import' | 'from' | 'extends',
    start: number,
    template: Expression,
  ): Statement {
    this.tokens.expect('block_end');
    return { kind: 'load', ...this.node(start), statement, template };
  }

  // ----------------------------------------------------------------- errors

  private failUnknownTag(name: Token): never {
    const known = this.awaited.flat().includes(name.value);
    const looking = this.lookingFor();
    const words = [`Encountered unknown tag '${name.value}'.`];
    if (looking && known)
      words.push(
        `You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for ${looking}.`,
      );
    else if (looking) words.push(`Jinja was looking for the following tags: ${looking}.`);
    return this.failWithOpenTag(words, spanOf(name));
  }

  private failEndOfTemplate(endTags: readonly string[]): never {
    this.awaited.push(endTags);
    const words = [
      'Unexpected end of template.',
      `Jinja was looking for the following tags: ${this.lookingFor()}.`,
    ];
    const open = this.openTags.at(-1);
    return this.failWithOpenTag(words, open ? spanOf(open) : this.tokens.here());
  }

  private failWithOpenTag(words: readonly string[], span: Span): never {
    const open = this.openTags.at(-1);
    const innermost = open ? [`The innermost block that needs to be closed is '${open.value}'.`] : [];
    return this.tokens.fail([...words, ...innermost].join(' '), span);
  }

  private lookingFor(): string {
    return (this.awaited.at(-1) ?? []).map((tag) => `'${tag}'`).join(' or ');
  }
}
