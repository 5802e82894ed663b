import { toolBatchCuts } from '../../conversation/cuts.ts';
import { prefixProperty, suitePairs } from './prefixProperty.ts';

export const appendTool = prefixProperty({
  id: 'append.tool',
  title: 'Tool append, one batch',
  definition: 'T(R(M, off)) is a prefix of T(R(M + all tool results of the last call, on))',
  explanation: `Appending tool results must leave everything before them as it was. Trainers that keep sampled ids
(Token-In, Token-Out) append only the tool-response delta: where the template rewrites an earlier turn, the buffer
and a fresh render disagree, and the gradient lands on tokens the model never sampled. Servers lose the cached
prefix from the first changed token on.`,
  pairs: (input) => suitePairs(input, toolBatchCuts, { before: false, after: true }),
});
