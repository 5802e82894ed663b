import { expect, test } from 'vitest';
import { isUsed } from './watchedFiles.ts';

const globs = ['/models/mine/conversations/*.jsonl', '/models/one.json'];

test.each([
  ['/models/mine/tokenizer.json', true],
  ['/models/chat-template.config.json', true],
  ['/models/mine/conversations/agent.jsonl', true],
  ['C:\\models\\tokenizer.json', true],
  ['/models/one.json', true],
  ['/models/two.json', false],
  ['/models/mine/package.json', false],
])('%s: %s', (path, used) => {
  expect(isUsed(path, globs)).toBe(used);
});
