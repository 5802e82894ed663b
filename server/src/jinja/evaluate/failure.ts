import type { Span } from '../syntax/ast.ts';
import { PythonError } from '../values/errors.ts';

/** A template that Jinja2's compiler refuses. */
export class CompileFailure extends PythonError {
  constructor(
    type: string,
    message: string,
    readonly span: Span,
  ) {
    super(type, message);
  }
}
