import { generationCuts } from '../../conversation/cuts.ts';
import { prefixProperty, suitePairs } from './prefixProperty.ts';

export const appendAssistant = prefixProperty({
  id: 'append.assistant',
  title: 'Assistant append',
  definition: 'T(R(M, off)) is a prefix of T(R(M + assistant turn, off))',
  explanation: `A conversation that is recorded turn by turn, without asking for generation, must grow at its end: trainers that
slice cumulative renders into turns, and recorders that replay a conversation, rely on it.`,
  pairs: (input) => suitePairs(input, generationCuts, { before: false, after: false }),
});
