/**
 * The history rule: many vendors drop the reasoning of past turns once the user speaks again. A break that is this
 * and nothing else is the vendor's design: right for serving, still a FAIL for a trainer that needs the property.
 */
import type { Span } from '../../../../protocol/certification.ts';
import type { RareHistory } from '../probes/rareHistories.ts';
import type { Culprit, TracedText } from './culprit.ts';

/** Message fields under which templates read reasoning. */
const reasoningField = /\.(reasoning_content|reasoning|thinking|thought)$/;
/** Scaffold that opens or closes a reasoning block in published templates. */
const reasoningScaffold = /think|thought|reasoning|analysis/i;

/** Appends of a user message. */
const userSpeaks: ReadonlySet<string> = new Set<string>([
  'append.user',
  'reasoning in the content' satisfies RareHistory,
  'user in a tool step' satisfies RareHistory,
]);

export function isHistoryRule(
  property: string,
  { extents }: Culprit,
  before: TracedText,
  after: TracedText,
): boolean {
  return (
    userSpeaks.has(property) &&
    (holdsReasoning(before, extents.before) || holdsReasoning(after, extents.after))
  );
}

function holdsReasoning({ text, trace }: TracedText, { start, end }: Span): boolean {
  return (
    reasoningScaffold.test(text.slice(start, end)) ||
    trace
      .runs()
      .some((run) => run.start < end && run.end > start && reasoningField.test(run.path?.toString() ?? ''))
  );
}
