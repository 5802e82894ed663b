/**
 * The history rule: many vendors drop the reasoning of past turns once the user speaks again. A break that is this
 * and nothing else is the vendor's design: right for serving, still a FAIL for a trainer that needs the property.
 */
import type { Trace } from '../../jinja/index.ts';
import type { Culprit } from './culprit.ts';

/** Message fields under which templates read reasoning. */
const reasoningField = /\.(reasoning_content|reasoning|thinking|thought)$/;
/** Scaffold that opens or closes a reasoning block in published templates. */
const reasoningScaffold = /think|thought|reasoning|analysis/i;

export function isHistoryRule(property: string, culprit: Culprit, text: string, trace: Trace): boolean {
  const { start, end } = culprit.vanished;
  if (property !== 'append.user' || end <= start) return false;
  return (
    reasoningScaffold.test(text.slice(start, end)) ||
    trace
      .runs()
      .some((run) => run.start < end && run.end > start && reasoningField.test(run.path?.toString() ?? ''))
  );
}
