import type { Parsed } from '../api.ts';
import { checkAsCompiled } from './compileChecks.ts';
import { SyntaxFailure } from './failure.ts';
import { Builder } from './nodes.ts';
import { StatementParser } from './statements.ts';
import { TokenStream } from './stream.ts';

/**
 * Parses a chat template as Jinja2 does, with `transformers`' settings. Never throws: what Python refuses, while it
 * parses or while it compiles, is an error value with Python's class and message, and the span of the culprit.
 */
export function parseTemplate(source: string): Parsed {
  try {
    const builder = new Builder(new TokenStream(source));
    const body = new StatementParser(builder, source).statements(null);
    const id = builder.id();
    const span = { start: 0, end: source.length };
    const template = { kind: 'template', id, span, body, nodeCount: builder.nodeCount, source } as const;
    checkAsCompiled(template, builder);
    return { template, error: null };
  } catch (failure) {
    if (failure instanceof SyntaxFailure) return { template: null, error: failure.toTemplateError() };
    throw failure;
  }
}
