import { appendCuts } from '../../conversation/cuts.ts';
import { assistant, system, user } from '../../conversation/messages.ts';
import { prefixProperty, suitePairs, type PrefixPair } from './prefixProperty.ts';
import type { PropertyInput } from './property.ts';

export const appendSystem = prefixProperty({
  id: 'append.system',
  title: 'System append',
  definition: 'T(R(M, off)) is a prefix of T(R(M + system message, on))',
  explanation: `Some agents add a system message in the middle of a conversation: a reminder, a change of rules. It must be
appended, not moved to the head of the prompt, where it changes everything behind it.`,
  pairs: (input) => [
    ...suitePairs(input, (messages) => appendCuts(messages, 'system'), { before: false, after: true }),
    ...firstSystem(input),
  ],
});

/** The suite's conversation with a system message in the middle has one at its head; this one has none before. */
function firstSystem({ subject, dialect }: PropertyInput): PrefixPair[] {
  const messages = dialect.spell([
    user('Hello'),
    assistant({ content: 'Hello!' }),
    system('From now on answer in French.'),
  ]);
  return subject.kwargs.map((kwargs) => {
    const conversation = { messages, tools: null, documents: null, kwargs };
    return {
      trajectory: 'a first system message in the middle',
      before: {
        conversation: { ...conversation, messages: messages.slice(0, -1) },
        addGenerationPrompt: false,
      },
      after: { conversation, addGenerationPrompt: true },
    };
  });
}
