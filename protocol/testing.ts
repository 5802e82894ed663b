/** What was judged, as an editor's tests show it. Types only. */
import type { Span } from './certification.ts';

export interface TestCase {
  readonly property: string;
  /** Null where the property is about the template as a whole. */
  readonly trajectory: string | null;
  /** `skipped`: there is no verdict, or it fails by design. */
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed, or was skipped. */
  readonly detail: string;
  /** Where two renders part in text: the first, and as much of the second. */
  readonly renders: { readonly expected: string; readonly actual: string } | null;
  /** What causes it in the template; null where that is not known. */
  readonly span: Span | null;
}
