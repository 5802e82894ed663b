import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certify } from './certify.ts';
import { check } from './check.ts';
import { fix } from './fix.ts';
import { asGlob } from './glob.ts';
import { explain } from './rules.ts';

const version = '1.2.3';
let folder = '';
const template = () => path.join(folder, 'template.jinja');

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'limits-'));
  await writeFile(template(), '{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}');
});
afterAll(() => rm(folder, { recursive: true }));

test('a check that takes too long says that nothing is decided, and how to allow more', async () => {
  const options = { format: 'text', color: false, version, timeout: 0 };
  const { output, code } = await check([template()], options);
  expect(output).toContain('NOT DECIDED. The check was stopped after 0 seconds (--timeout allows more)');
  expect(output).toContain('NOT DECIDED  no property could be judged');
  expect(code).toBe(1);
});

test('nor does any other command pass it', async () => {
  await expect(certify(template(), { format: 'json', version, timeout: 0 })).rejects.toThrow('NOT DECIDED');
  const fixed = await fix(template(), { rule: 'CT101', timeout: 0 });
  expect(fixed.code).toBe(1);
  expect(fixed.output).toContain('not fixed: CT002 NOT DECIDED');
});

test('what is misspelt is told what it may have meant', async () => {
  expect(() => explain('ct50')).toThrow('did you mean "CT501"?');
  expect(() => explain('append-tool')).toThrow('did you mean "append.tool"?');
  await expect(fix(template(), { profile: 'trl_grpo' })).rejects.toThrow('did you mean "trl-grpo"?');
  await expect(fix(template(), { rule: 'CT999' })).rejects.toThrow('there is no rule CT999');
});

test('globs are understood as Windows names paths', () => {
  expect(asGlob('models\\*.jinja', '\\')).toBe('models/*.jinja');
  expect(asGlob('models/\\*.jinja', '/')).toBe('models/\\*.jinja');
});
