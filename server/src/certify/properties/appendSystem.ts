import { appendCuts } from '../../conversation/cuts.ts';
import { prefixProperty, suitePairs } from './prefixProperty.ts';

export const appendSystem = prefixProperty({
  id: 'append.system',
  title: 'System append',
  definition: 'T(R(M, off)) is a prefix of T(R(M + system message, on))',
  explanation: `Some agents add a system message in the middle of a conversation: a reminder, a change of rules. It must be
appended, not moved to the head of the prompt, where it changes everything behind it.`,
  pairs: (input) =>
    suitePairs(input, (messages) => appendCuts(messages, 'system'), { before: false, after: true }),
});
