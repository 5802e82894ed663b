/**
 * Conversations that few have: asked where a template is known to look ahead, by reading it, and no conversation of the
 * suite shows what comes of it.
 */
import type { Message } from '../../../../protocol/conversation.ts';
import { assistant, tool, user, type Call } from '../../conversation/messages.ts';
import { prefixBreak } from '../compare.ts';
import type { Dialect } from '../dialect.ts';
import type { Break } from '../properties/prefixProperty.ts';
import { plainRequest } from '../requests.ts';
import type { Subject } from '../subject.ts';

export type RareHistory =
  | 'reasoning in the content'
  | 'user in a tool step'
  | 'long conversation'
  | 'two user messages'
  | 'two turns'
  | 'call without an answer';

export const longConversation = 'long conversation' satisfies RareHistory;

const call: Call = { id: 'callr0001', name: 'look_up', arguments: { word: 'prime' } };
const question = user('Is 91 a prime?');
const reasoned = assistant({ content: '<think>\n91 is 7 times 13.\n</think>\n\nNo.' });
const next = user('And 97?');

const longer = Array.from({ length: 50 }, (_, turn): Message[] => [
  user(`Question ${turn}`),
  assistant({ content: `Answer ${turn}` }),
]).flat();

/** What is there, and how many of the messages were there before. */
const histories: readonly {
  readonly id: RareHistory;
  readonly messages: readonly Message[];
  readonly before: readonly number[];
}[] = [
  { id: 'reasoning in the content', messages: [question, reasoned, next], before: [2] },
  {
    id: 'user in a tool step',
    messages: [question, assistant({ reasoning: 'Look it up.', calls: [call] }), tool(call, 'none'), next],
    before: [3],
  },
  { id: longConversation, messages: longer, before: [4, 20, 60] },
  { id: 'two user messages', messages: [question, next], before: [1] },
  {
    id: 'call without an answer',
    messages: [question, assistant({ calls: [call] }), next],
    before: [2],
  },
  {
    id: 'two turns',
    messages: [question, assistant({ content: 'No.' }), assistant({ content: 'It is 7 times 13.' })],
    before: [2],
  },
];

/** Appends to them that rewrite what was there; those that the template refuses show nothing. */
export function rareBreaks(subject: Subject, dialect: Dialect): Break[] {
  return histories.flatMap(({ id, messages, before }) => {
    const spelt = dialect.spell(messages);
    const whole = plainRequest(spelt);
    const text = subject.render(whole);
    return before.flatMap((count): Break[] => {
      const request = plainRequest(spelt.slice(0, count));
      const earlier = subject.render(request);
      const broken = earlier.ok && text.ok ? prefixBreak(subject, earlier.text, text.text) : null;
      if (broken === null || broken.level === 'tokens') return [];
      const { level, divergence } = broken;
      const witness = { kind: 'prefix', trajectory: id, before: request, after: whole, divergence } as const;
      return [{ property: id, level, witness }];
    });
  });
}
