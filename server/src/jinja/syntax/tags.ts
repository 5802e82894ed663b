/** The tags of chat templates: one parser each, and the one table of them. */
import type { Block, Branch, Expression, Statement, Target } from './ast.ts';
import { parseExtends, parseFrom, parseImport, parseInclude } from './loadTags.ts';
import { spanOf } from './nodes.ts';
import type { StatementParser } from './statements.ts';

/** Called with the tag's name read and the offset of its `{%`; reads up to and including the closing tag. */
type TagParser = (parser: StatementParser, start: number) => Statement | readonly Statement[];

export const TAGS: ReadonlyMap<string, TagParser> = new Map<string, TagParser>([
  ['if', parseIf],
  ['for', parseFor],
  ['set', parseSet],
  ['macro', parseMacro],
  ['call', parseCallBlock],
  ['filter', parseFilterBlock],
  ['generation', parseGeneration],
  ['with', parseWith],
  ['block', parseBlock],
  ['autoescape', parseAutoescape],
  ['print', parsePrint],
  ['break', (parser, start) => parseLoopControl(parser, 'break', start)],
  ['continue', (parser, start) => parseLoopControl(parser, 'continue', start)],
  ['include', parseInclude],
  ['extends', parseExtends],
  ['import', parseImport],
  ['from', parseFrom],
]);

function parseIf(parser: StatementParser, start: number): Statement {
  const { tokens } = parser;
  const branches: Branch[] = [];
  let branchStart = start;
  do {
    const condition = parser.expressions.tuple({ conditional: false });
    const span = parser.endTag(branchStart);
    const id = parser.builder.id();
    const body = parser.bodyUntil('elif', 'else', 'endif');
    branches.push({ kind: 'branch', id, span, condition, body });
    branchStart = parser.tagStart;
  } while (tokens.skipName('elif'));
  const otherwise = elseBody(parser, 'endif');
  tokens.expect('block_end');
  return { kind: 'if', ...parser.node(start), branches, otherwise };
}

function parseFor(parser: StatementParser, start: number): Statement {
  const { tokens } = parser;
  const target = parser.targets.target();
  tokens.expectName('in');
  const iterable = parser.expressions.tuple({ conditional: false });
  const filter = tokens.skipName('if') ? parser.expressions.expression() : null;
  const recursive = tokens.skipName('recursive');
  const tag = parser.endTag(start);
  const body = parser.bodyUntil('endfor', 'else');
  const otherwise = elseBody(parser, 'endfor');
  tokens.expect('block_end');
  return { kind: 'for', ...parser.node(start), target, iterable, filter, recursive, body, otherwise, tag };
}

/** Reads `else` and its body, if there is one, and the name of the closing tag. */
function elseBody(parser: StatementParser, closing: string): readonly Statement[] | null {
  if (parser.tokens.advance().value !== 'else') return null;
  parser.endTag(parser.tagStart);
  const body = parser.bodyUntil(closing);
  parser.tokens.advance();
  return body;
}

function parseSet(parser: StatementParser, start: number): Statement {
  const { tokens } = parser;
  const target = parser.targets.target({ namespaces: true });
  if (!tokens.skip('=')) return parseSetBlock(parser, start, target);
  const value = parser.expressions.tuple();
  tokens.expect('block_end');
  return { kind: 'set', ...parser.node(start), target, value };
}

function parseSetBlock(parser: StatementParser, start: number, target: Target): Statement {
  const filters = [];
  while (parser.tokens.skip('|')) filters.push(parser.expressions.filterUse());
  const body = parser.wholeBody(start, 'endset');
  return { kind: 'set-block', ...parser.node(start), target, filters, body };
}

function parseMacro(parser: StatementParser, start: number): Statement {
  const name = parser.targets.name();
  const parameters = parser.signature();
  const body = parser.wholeBody(start, 'endmacro');
  return { kind: 'macro', ...parser.node(start), name: name.value, nameSpan: spanOf(name), parameters, body };
}

function parseCallBlock(parser: StatementParser, start: number): Statement {
  const { tokens } = parser;
  const parameters = tokens.is('(') ? parser.signature() : [];
  const call = parser.expressions.expression();
  if (call.kind !== 'call') return tokens.fail('expected call', call.span);
  const body = parser.wholeBody(start, 'endcall');
  return { kind: 'call-block', ...parser.node(start), parameters, call, body };
}

function parseFilterBlock(parser: StatementParser, start: number): Statement {
  const filters = [parser.expressions.filterUse()];
  while (parser.tokens.skip('|')) filters.push(parser.expressions.filterUse());
  const body = parser.wholeBody(start, 'endfilter');
  return { kind: 'filter-block', ...parser.node(start), filters, body };
}

function parseGeneration(parser: StatementParser, start: number): Statement {
  const body = parser.wholeBody(start, 'endgeneration');
  return { kind: 'generation', ...parser.node(start), body };
}

function parseWith(parser: StatementParser, start: number): Statement {
  const { tokens } = parser;
  const bindings: { target: Target; value: Expression }[] = [];
  while (!tokens.is('block_end')) {
    if (bindings.length > 0) tokens.expect(',');
    const target = parser.targets.target({ mayBeLoop: true });
    tokens.expect('=');
    bindings.push({ target, value: parser.expressions.expression() });
  }
  const body = parser.wholeBody(start, 'endwith');
  return { kind: 'with', ...parser.node(start), bindings, body };
}

function parseBlock(parser: StatementParser, start: number): Statement {
  const { tokens } = parser;
  const name = tokens.expect('name').value;
  const scoped = tokens.skipName('scoped');
  const required = tokens.skipName('required');
  if (tokens.is('-'))
    tokens.fail(
      'Block names in Jinja have to be valid Python identifiers and may not contain hyphens, use an underscore instead.',
    );
  parser.endTag(start);
  const body = parser.bodyUntil('endblock');
  tokens.advance();
  const content = required ? body.find((child) => child.kind !== 'text' || child.value.trim() !== '') : null;
  if (content) tokens.fail('Required blocks can only contain comments or whitespace', content.span);
  tokens.skipName(name);
  tokens.expect('block_end');
  const block: Block = { kind: 'block', ...parser.node(start), name, scoped, required, body };
  return block;
}

function parseAutoescape(parser: StatementParser, start: number): Statement {
  const enabled = parser.expressions.expression();
  const body = parser.wholeBody(start, 'endautoescape');
  return { kind: 'autoescape', ...parser.node(start), enabled, body };
}

/** `{% print a, b %}` prints its expressions one after the other. */
function parsePrint(parser: StatementParser, start: number): readonly Statement[] {
  const { tokens } = parser;
  const values: Expression[] = [];
  while (!tokens.is('block_end')) {
    if (values.length > 0) tokens.expect(',');
    values.push(parser.expressions.expression());
  }
  tokens.expect('block_end');
  return values.map((value) => ({ kind: 'output', ...parser.node(start), value }));
}

function parseLoopControl(parser: StatementParser, kind: 'break' | 'continue', start: number): Statement {
  parser.tokens.expect('block_end');
  return { kind, ...parser.node(start) };
}
