import type { Span } from '../syntax/ast.ts';
import { PythonError } from '../values/errors.ts';

/** A template that Jinja2's compiler refuses. */
export class CompileFailure extends PythonError {
  constructor(
    type: string,
    message: string,
    readonly span: Span,
    /** Where Jinja2 meets it, from the beginning to the end of the template. */
    readonly met: number = span.start,
  ) {
    super(type, message);
  }
}
