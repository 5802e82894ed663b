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
completion can't be split at a token; the turn just generated falls out of the prefix cache.`,
  repair: `Write the same scaffold in history as in the generation prompt: an opener that the prompt prefills must
stand in the finished turn too.`,
  find: (analysis) =>
    analysis.seamCauses.map((cause) =>
      prefixFinding(analysis, cause, {
        code: 'CT201',
        severity: 'error',
        headline: 'The generation prompt is not a prefix of the finished turn',
        event: 'once the turn is complete',
      }),
    ),
  candidates: prefixCandidates,
});
