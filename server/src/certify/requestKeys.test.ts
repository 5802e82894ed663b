/** What counts as the same request: by JSON for those who count, by what the engine gets for those who render. */
import { expect, test } from 'vitest';
import { exactMessage } from './inputs.ts';
import { plainRequest } from './requests.ts';
import { ContentKeys, requestKey } from './requestKeys.ts';

const hello = { role: 'user', content: 'hello' };

test('messages that read the same are the same to who renders, and other objects', () => {
  const keys = new ContentKeys();
  const [one, other] = [plainRequest([hello]), plainRequest([{ ...hello }])];
  expect(keys.written(one)).toBe(keys.written(other));
  expect(keys.messages(one.conversation.messages)).toBe(keys.messages(other.conversation.messages));
  expect(requestKey(one)).not.toBe(requestKey(other));
  expect(requestKey(one)).toBe(requestKey(plainRequest([hello])));
});

test('numbers that only Python tells apart are written alike, and rendered apart', () => {
  const keys = new ContentKeys();
  const [int, float] = ['1', '1.0'].map((number) => [exactMessage(`{"role": "user", "content": ${number}}`)]);
  expect(keys.writtenMessages(int!)).toBe(keys.writtenMessages(float!));
  expect(keys.messages(int!)).not.toBe(keys.messages(float!));
});

test('every part of a request counts', () => {
  const keys = new ContentKeys();
  const requests = [
    plainRequest([hello]),
    plainRequest([hello, hello]),
    plainRequest([hello], { tools: [] }),
    plainRequest([hello], { kwargs: { thinking: true } }),
    plainRequest([hello], { addGenerationPrompt: true }),
  ];
  expect(new Set(requests.map((request) => keys.written(request))).size).toBe(requests.length);
});
