/** What the engine is asked and what it answers (types only). */
import type { Span, Template } from './syntax/ast.ts';
import type { Trace } from './trace/trace.ts';
import type { Dict } from './values/types.ts';

/** A failure of a template, in Python's words. */
export interface TemplateError {
  /** Python's class: `TemplateSyntaxError`, `UndefinedError`, `TypeError`, `SecurityError`, `RecursionError`, ... ; `TemplateRaised` for raise_exception; `BudgetExceeded` for our own limits. */
  readonly type: string;
  /** Python's message. */
  readonly message: string;
  readonly phase: 'parse' | 'render';
  /** The node that failed (UTF-16 offsets in the source). */
  readonly span: Span;
}

/** Parsing never throws: `template` is null only where `error` is set. */
export interface Parsed {
  readonly template: Template | null;
  readonly error: TemplateError | null;
}

/** Limits of one render. Exceeding one is a `BudgetExceeded` error value. */
export interface Budget {
  /** Evaluation steps: every statement, loop iteration, call and operation that walks a value counts. */
  readonly steps: number;
  /** UTF-16 units of output, and of any string built on the way. */
  readonly output: number;
  /** Nested macro calls and nested values, before RecursionError. */
  readonly depth: number;
  /** Estimated bytes allocated over the render. */
  readonly memory: number;
}

export interface RenderOptions {
  readonly traced?: boolean;
  readonly budget?: Partial<Budget>;
  /** Local wall clock for `strftime_now`. */
  readonly now?: Date;
  /** A number in [0, 1) for `|random` and `lipsum`; seeded by the caller. */
  readonly random?: () => number;
  /** Asked now and then (not at every step); true stops the render with `BudgetExceeded`: cancellation, time-out. */
  readonly interrupted?: () => boolean;
}

export type Rendered = RenderedFacts &
  ({ readonly ok: true; readonly text: string } | { readonly ok: false; readonly error: TemplateError });

interface RenderedFacts {
  readonly trace: Trace | null;
  readonly steps: number;
  /** Which of the variables it was given the render looked at; see `Program.askedFor`. */
  readonly asked: number;
}

/** A compiled template: may be rendered any number of times, with or without trace. */
export interface Program {
  readonly template: Template;
  render(context: Dict, options?: RenderOptions): Rendered;
  /**
   * Names of variables that a render looked at: a context in which these are the same renders the same. Null where
   * that is not known, for a program that knows very many names.
   */
  askedFor(rendered: Rendered): readonly string[] | null;
}
