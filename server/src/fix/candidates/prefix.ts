/** Candidates for a broken prefix (CT101, CT201), by the kind of its cause. */
import type { PrefixPayload } from '../../rules/prefixFinding.ts';
import type { Candidate, CandidateContext } from '../../rules/rule.ts';
import { constantCondition } from './constantCondition.ts';
import { droppedElse } from './droppedElse.ts';
import { droppedTerm } from './droppedTerm.ts';
import { lazyClose } from './lazyClose.ts';
import { ownTurns } from './ownTurns.ts';
import { mirroredScaffold } from './mirroredScaffold.ts';

type Proposal = (payload: PrefixPayload, context: CandidateContext) => Candidate[];

/** The likeliest first. */
const proposals: Readonly<Record<PrefixPayload['kind'], readonly Proposal[]>> = {
  condition: [constantCondition, droppedTerm, droppedElse, mirroredScaffold],
  value: [mirroredScaffold],
  junction: [],
};

export function prefixCandidates(payload: PrefixPayload, context: CandidateContext): Candidate[] {
  // A group that always closes stands outside a turn once it goes on: a constant condition is no repair of it.
  const group = [...lazyClose(payload, context), ...ownTurns(payload, context)];
  return group.length > 0 ? group : proposals[payload.kind].flatMap((propose) => propose(payload, context));
}
