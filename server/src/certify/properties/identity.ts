import { assistant, user } from '../../conversation/messages.ts';
import { siteAt } from '../blame/siteAt.ts';
import { sharedLength } from '../compare.ts';
import { plainRequest } from '../requests.ts';
import { faultProperty } from './faultProperty.ts';

const conversation = (first: string) =>
  plainRequest(
    [
      user(first),
      assistant({ reasoning: 'one thought', content: 'one answer' }),
      user('Again.'),
      assistant({ content: 'two answers' }),
    ],
    { addGenerationPrompt: false },
  );

export const identity = faultProperty<null>({
  id: 'identity',
  title: 'Equal messages are not confused',
  definition: 'R(M) with two identical user messages is R(M) with two different ones, but for that content',
  explanation: `A template that finds a message by comparing it (\`message == messages[-1]\`, \`messages.index(message)\`) takes the
first of two equal messages for the last. The turns between are then written as if they were current, or history, when
they are not.`,
  examine({ subject }, examination) {
    const same = examination.text(conversation('Again.'));
    const other = examination.text(conversation('Once..'));
    if (same === null || other === null) return;
    const expected = other.replace('Once..', 'Again.');
    if (same === expected) return;
    const at = sharedLength(same, expected);
    examination.fault(
      {
        trajectory: 'identical user messages',
        request: conversation('Again.'),
        at: { start: at, end: at },
        detail: `${JSON.stringify(same.slice(at, at + 60))} stands where ${JSON.stringify(expected.slice(at, at + 60))} should`,
      },
      siteAt(subject, conversation('Again.'), at),
      null,
    );
  },
});
