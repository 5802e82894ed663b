import type { Json } from '../../../../protocol/conversation.ts';
import { assistant, functionSchema, user } from '../../conversation/messages.ts';
import { siteAt } from '../blame/siteAt.ts';
import { sharedLength } from '../compare.ts';
import { plainRequest } from '../requests.ts';
import { faultProperty } from './faultProperty.ts';

const tools: Json = [
  functionSchema('a_function', 'a function', { key: { type: 'string', description: 'a key' } }),
];

const conversation = (first: string, withTools: Json) =>
  plainRequest(
    [
      user(first),
      assistant({ reasoning: 'one thought', content: 'one answer' }),
      user('Again.'),
      assistant({ content: 'two answers' }),
    ],
    { tools: withTools },
  );

export const identity = faultProperty<null>({
  id: 'identity',
  title: 'Equal messages are not confused',
  definition: 'R(M) with two identical user messages is R(M) with two different ones, but for that content',
  explanation: `A template that finds a message by comparing it (\`message == messages[-1]\`, \`messages.index(message)\`) takes the
first of two equal messages for the last. The turns between are then written as if they were current, or history, when
they are not. Checked with tool definitions and without.`,
  examine({ subject }, examination) {
    for (const withTools of [null, tools]) {
      const request = conversation('Again.', withTools);
      const same = examination.text(request);
      const other = examination.text(conversation('Once..', withTools));
      if (same === null || other === null) continue;
      const expected = other.replaceAll('Once..', 'Again.');
      if (same === expected) continue;
      const at = sharedLength(same, expected);
      examination.fault(
        {
          trajectory: 'identical user messages',
          request,
          at: { start: at, end: at },
          detail: `${JSON.stringify(same.slice(at, at + 60))} stands where ${JSON.stringify(expected.slice(at, at + 60))} should`,
        },
        siteAt(subject, request, at),
        null,
      );
    }
  },
});
