/** The tags that need a loader of templates, which a chat template does not have. */
import type { Expression, Load } from './ast.ts';
import { spanOf } from './nodes.ts';
import type { StatementParser } from './statements.ts';

export function parseInclude(parser: StatementParser, start: number): Load {
  const { tokens } = parser;
  const template = parser.expressions.expression();
  if (tokens.isName('ignore') && tokens.nextIsName('missing')) {
    tokens.advance();
    tokens.advance();
  }
  importContext(parser);
  return load(parser, 'include', start, template);
}

export function parseExtends(parser: StatementParser, start: number): Load {
  return load(parser, 'extends', start, parser.expressions.expression());
}

export function parseImport(parser: StatementParser, start: number): Load {
  const template = parser.expressions.expression();
  parser.tokens.expectName('as');
  parser.targets.name();
  importContext(parser);
  return load(parser, 'import', start, template);
}

export function parseFrom(parser: StatementParser, start: number): Load {
  const { tokens } = parser;
  const template = parser.expressions.expression();
  tokens.expectName('import');
  for (let first = true; ; first = false) {
    if (!first) tokens.expect(',');
    if (!tokens.is('name')) tokens.expect('name');
    if (importContext(parser)) break;
    const name = parser.targets.name();
    if (name.value.startsWith('_'))
      tokens.fail(
        'names starting with an underline can not be imported',
        spanOf(name),
        'TemplateAssertionError',
      );
    if (tokens.skipName('as')) parser.targets.name();
    if (importContext(parser) || !tokens.is(',')) break;
  }
  return load(parser, 'from', start, template);
}

/** `with context` or `without context`. */
function importContext(parser: StatementParser): boolean {
  const { tokens } = parser;
  if (!tokens.isAnyName(['with', 'without']) || !tokens.nextIsName('context')) return false;
  tokens.advance();
  tokens.advance();
  return true;
}

function load(
  parser: StatementParser,
  statement: 'include' | 'import' | 'from' | 'extends',
  start: number,
  template: Expression,
): Load {
  parser.tokens.expect('block_end');
  return { kind: 'load', ...parser.node(start), statement, template };
}
