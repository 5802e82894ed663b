import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveTokenizer } from './tokenizerName.ts';

let base = '';
beforeAll(() => {
  base = mkdtempSync(path.join(tmpdir(), 'name-'));
  for (const folder of ['org/whole', 'org/empty']) mkdirSync(path.join(base, folder), { recursive: true });
  writeFileSync(path.join(base, 'org/whole/tokenizer.json'), '{}');
  writeFileSync(path.join(base, 'org/m.gguf'), 'GGUF');
});
afterAll(() => rmSync(base, { recursive: true }));

test.each([
  ['org/whole', 'org/whole'],
  ['org/m.gguf', 'org/m.gguf'],
  ['../up/there', '../up/there'],
  ['org/empty/..', 'org'],
])('%s is a path', async (chosen, expected) => {
  expect(await resolveTokenizer(chosen, base)).toBe(path.resolve(base, expected));
});

test.each(['org/empty', 'Qwen/Qwen3-8B@main', 'org/m:m.gguf', 'https://hub/m.gguf'])(
  '%s is a name',
  async (chosen) => {
    expect(await resolveTokenizer(chosen, base)).toBe(chosen);
  },
);

test('~ is the home folder', async () => {
  expect(await resolveTokenizer('~/x/y/z', base)).toBe(path.join(homedir(), 'x/y/z'));
});
