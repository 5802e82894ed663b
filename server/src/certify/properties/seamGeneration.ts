import { reasoningFields } from '../dialect.ts';
import { generationCuts } from '../../conversation/cuts.ts';
import { prefixProperty, suitePairs, type PrefixPair } from './prefixProperty.ts';

export const seamGeneration = prefixProperty({
  id: 'seam.generation',
  title: 'Generation seam',
  definition: 'T(R(M, on)) is a prefix of T(R(M + assistant turn, off))',
  explanation: `The generation prompt is what the model continues. When the finished turn is rendered later, the same
text must stand before the answer; where it does not, the training sequence is not what the model saw, and a
server can't reuse the cache of the turn it has just generated. Checked for plain turns, turns with reasoning,
with calls and with both, each with thinking on, off and unset where the template knows such a switch.`,
  pairs: (input) => suitePairs(input, generationCuts, { before: true, after: false }).filter(isPossible),
});

/** With thinking switched off a model does not reason: a turn with reasoning says nothing of that seam. */
function isPossible({ after }: PrefixPair): boolean {
  const { messages, kwargs } = after.conversation;
  const thinkingOff = Object.values(kwargs).includes(false);
  return !(thinkingOff && reasoningFields.some((field) => Boolean(messages.at(-1)?.[field])));
}
