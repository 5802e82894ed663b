import { appendCuts } from '../../conversation/cuts.ts';
import { prefixProperty, suitePairs } from './prefixProperty.ts';

export const appendUser = prefixProperty({
  id: 'append.user',
  title: 'User append',
  definition: 'T(R(M, off)) is a prefix of T(R(M + user message, on))',
  explanation: `A new user message must leave the turns before it as they were. Many vendors break this on purpose:
the reasoning of past turns is dropped once the user speaks again (the history rule). That is right for serving,
and it is still a FAIL for a trainer whose samples span several user turns; such a FAIL is marked *by design*.`,
  pairs: (input) =>
    suitePairs(input, (messages) => appendCuts(messages, 'user'), { before: false, after: true }),
});
