/** What another Python is asked to confirm, and what it answers. Types only. */
import type { Span } from './certification.ts';
import type { RenderRequest } from './conversation.ts';

/** What the person's Python renders with. */
export interface PythonVersions {
  readonly python: string;
  readonly jinja2: string;
  /** Null where `transformers` can't be imported: then Jinja2 is set up the way it does. */
  readonly transformers: string | null;
}

export type RenderOutcome =
  | { readonly kind: 'rendered'; readonly text: string }
  /** `type`: Python's class; `TemplateRaised` for raise_exception. */
  | { readonly kind: 'failed'; readonly type: string; readonly message: string }
  /** Neither text nor error: it took too long, or Python died of it. */
  | { readonly kind: 'stopped'; readonly reason: string };

/** One render that verdicts rest on. */
export interface RenderToConfirm {
  readonly request: RenderRequest;
  /** The template's variables: a JSON object, as text so that floats and big integers stay what they are. */
  readonly context: string;
  readonly ours: RenderOutcome;
}

/** A render for which Python has another text, or another error. */
export interface Disagreement {
  readonly request: RenderRequest;
  readonly ours: RenderOutcome;
  readonly theirs: RenderOutcome;
}

/** What Python said of all renders. */
export interface PythonAnswers {
  readonly versions: PythonVersions;
  /** How many it was asked for. */
  readonly renders: number;
  readonly disagreements: readonly Disagreement[];
}

/** Disagreements of one kind, at one place of the template. */
export interface PythonDifference {
  /** The first render that shows it. */
  readonly request: RenderRequest;
  /** UTF-16 offsets in our text where both begin to differ; null where one of them has no text. */
  readonly at: Span | null;
  /** From there on, cut short; or the error, or why there is no answer. */
  readonly ours: string;
  readonly python: string;
  /** How many renders show it. */
  readonly renders: number;
}

/** A real Python was asked for every render of the suite. */
export interface PythonConfirmation extends PythonVersions {
  readonly renders: number;
  /** Of these, how many gave the same bytes, or the same error. */
  readonly confirmed: number;
  /** What the others gave. */
  readonly differences: readonly PythonDifference[];
}
