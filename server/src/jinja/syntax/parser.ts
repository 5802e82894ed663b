import type { Parsed } from '../api.ts';
import { SyntaxFailure } from './failure.ts';
import { Builder } from './nodes.ts';
import { StatementParser } from './statements.ts';
import { TokenStream } from './stream.ts';

/**
 * Parses a chat template as Jinja2 does, with `transformers`' settings. Never throws: what Python refuses while it
 * parses is an error value with Python's class and message, and the span of the culprit. What it refuses while it
 * compiles is for `load` to say.
 */
export function parseTemplate(source: string): Parsed {
  try {
    const builder = new Builder(new TokenStream(source));
    const body = new StatementParser(builder, source).statements(null);
    const id = builder.id();
    const span = { start: 0, end: source.length };
    const { nodeCount, loopTargets } = builder;
    const template = { kind: 'template', id, span, body, nodeCount, loopTargets, source } as const;
    return { template, error: null };
  } catch (failure) {
    if (failure instanceof SyntaxFailure) return { template: null, error: failure.toTemplateError() };
    throw failure;
  }
}
