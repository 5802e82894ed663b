import type { Analysis } from '../certify/analysis.ts';
import type { Cause } from '../certify/blame/causes.ts';
import type { Break } from '../certify/properties/prefixProperty.ts';
import { seamGeneration } from '../certify/properties/seamGeneration.ts';
import { prefixCandidates } from '../fix/candidates/prefix.ts';
import { prefixFinding, type PrefixPayload } from './prefixFinding.ts';
import { defineRule } from './rule.ts';

export const ct201GenerationSeam = defineRule<PrefixPayload>({
  code: 'CT201',
  title: 'Generation prompt is not a prefix of the assistant turn',
  by: ['renders', 'tokens'],
  severity: { serving: 'warning', sft: 'error', rl: 'error' },
  explanation: `What the generation prompt writes is not what stands there once the turn is finished. A trainer that
renders prompt and completion together trains on another sequence than the model was sampled from; prompt and
completion can't be split at a token; the turn just generated falls out of the prefix cache.

A warning where the text holds and only some turns begin with what merges with the end of the prompt (an empty answer
before a call, reasoning that is empty).`,
  repair: `Write the same scaffold in history as in the generation prompt: an opener that the prompt prefills must
stand in the finished turn too.`,
  find: (analysis) =>
    analysis.seamCauses.map((cause) =>
      prefixFinding(analysis, cause, {
        code: 'CT201',
        severity: isOfFewTurns(analysis, cause) ? 'warning' : 'error',
        headline: 'The generation prompt is not a prefix of the finished turn',
        event: 'once the turn is complete',
      }),
    ),
  candidates: prefixCandidates,
});

/**
 * The text holds, and most turns begin with something that merges with nothing; or the prompt opens the reasoning and
 * only turns without any merge.
 */
function isOfFewTurns({ results, subject }: Analysis, { culprit, breaks }: Cause): boolean {
  if (culprit.kind !== 'junction') return false;
  const renders = results.find(({ id }) => id === seamGeneration.id)?.renders ?? 0;
  const withoutReasoning = ({ witness: { before, after } }: Break) => {
    const prompt = subject.render(before);
    const turn = after.conversation.messages.at(-1)!;
    const isReasoned = Object.entries(turn).some(
      ([field, value]) => reasoningField.test(field) && Boolean(value),
    );
    return prompt.ok && opensReasoning.test(prompt.text) && !isReasoned;
  };
  // Two renders a comparison: fewer than half of them break.
  return breaks.length * 4 < renders || breaks.every(withoutReasoning);
}

const opensReasoning = /<[^<>]*(think|thought|reason)[^<>]*>\s*$/i;
const reasoningField = /reason|think/;
