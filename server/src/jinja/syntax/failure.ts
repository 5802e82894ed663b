import type { TemplateError } from '../api.ts';
import type { Span } from './ast.ts';

/** Thrown inside the parser only; `parseTemplate` turns it into a value. Spans are offsets in the file. */
export class SyntaxFailure extends Error {
  constructor(
    message: string,
    readonly span: Span,
    readonly type: string = 'TemplateSyntaxError',
  ) {
    super(message);
  }

  toTemplateError(): TemplateError {
    return { type: this.type, message: this.message, phase: 'parse', span: this.span };
  }
}
