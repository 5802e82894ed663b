/** A condition that must not change its mind: always what it was when the model saw it, else always what it becomes. */
import type { PrefixPayload } from '../../rules/prefixFinding.ts';
import type { Candidate, CandidateContext } from '../../rules/rule.ts';
import { python } from '../../rules/wording.ts';
import { splicedBlock, splicedTitle } from './splicedBlock.ts';

export function constantCondition(
  { kind, span, outcomes, source }: PrefixPayload,
  { analysis }: CandidateContext,
): Candidate[] {
  if (kind !== 'condition' || outcomes === null) return [];
  const { template } = analysis.subject.program;
  return [outcomes.before, outcomes.after].map((outcome) => {
    const spliced = splicedBlock(template, span, outcome);
    return {
      title: `Replace the condition \`${source}\` by \`${python(outcome)}\``,
      edits: [{ span, text: python(outcome) }],
      sameAs: spliced === null ? [] : [{ title: splicedTitle(template, span, outcome), edits: [spliced] }],
    };
  });
}
