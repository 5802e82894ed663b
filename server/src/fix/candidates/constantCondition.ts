/** A condition that must not change its mind: always what it was when the model saw it, else always what it becomes. */
import type { PrefixPayload } from '../../rules/prefixFinding.ts';
import type { Candidate } from '../../rules/rule.ts';
import { python } from '../../rules/wording.ts';

export function constantCondition({ kind, span, outcomes, source }: PrefixPayload): Candidate[] {
  if (kind !== 'condition' || outcomes === null) return [];
  return [outcomes.before, outcomes.after].map((outcome) => ({
    title: `Replace the condition \`${source}\` by \`${python(outcome)}\``,
    edits: [{ span, text: python(outcome) }],
  }));
}
