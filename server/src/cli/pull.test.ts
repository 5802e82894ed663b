import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MockHub } from '../hub/testing/mockHub.ts';
import { ggufFile } from '../tokenizer/convert/testing/ggufFile.ts';
import { check } from './check.ts';
import { extract } from './extract.ts';
import { InputError } from './failure.ts';
import { readInput } from './input.ts';
import { progressLine, pull } from './pull.ts';
import { render } from './render.ts';

const TEMPLATE = '{% for m in messages %}<s>{{ m.content }}{% endfor %}';
const gguf = ggufFile({
  'tokenizer.ggml.model': 'gpt2',
  'tokenizer.ggml.pre': 'gpt-2',
  'tokenizer.ggml.tokens': ['a', 'b', 'ab', '<s>'],
  'tokenizer.ggml.token_type': [1, 1, 1, 3],
  'tokenizer.ggml.merges': ['a b'],
  'tokenizer.ggml.eos_token_id': 3,
  'tokenizer.chat_template': TEMPLATE,
  'tokenizer.chat_template.rag': 'R',
});
const json = JSON.stringify({ model: { type: 'BPE', vocab: { a: 7, b: 8, ab: 9 }, merges: ['a b'] } });

let hub: MockHub;
let home: string;
const file = (name: string) => path.join(home, name);

beforeAll(async () => {
  const commit = 'ab'.repeat(20);
  hub = await MockHub.start({
    'org/m': { commit, files: { 'tokenizer.json': json, 'chat_template.jinja': TEMPLATE } },
    'org/g': { commit, files: { 'm.gguf': gguf } },
  });
  home = mkdtempSync(path.join(tmpdir(), 'pull-'));
  vi.stubEnv('HF_ENDPOINT', hub.endpoint);
  vi.stubEnv('HF_HUB_CACHE', file('hub'));
  vi.stubEnv('XDG_CACHE_HOME', file('cache'));
  vi.stubEnv('NO_PROXY', '127.0.0.1');
  writeFileSync(file('m.gguf'), gguf);
  writeFileSync(file('t.jinja'), TEMPLATE);
  writeFileSync(file('talk.json'), '[{"role": "user", "content": "abba"}]');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
  await hub.stop();
});

const pulled = (name: string) =>
  pull(name, { progress: () => undefined, signal: new AbortController().signal });
const ids = async (template: string, tokenizer?: string) => {
  const options = {
    tokenizer,
    conversation: file('talk.json'),
    index: 1,
    generationPrompt: false,
    ids: true,
  };
  return JSON.parse((await render(template, options)).output) as number[];
};

describe('a tokenizer by name', () => {
  it('is not downloaded unasked: how to is said', async () => {
    const render = ids(file('t.jinja'), 'org/m');
    await expect(render).rejects.toThrow('Download its tokenizer (`chat-template pull org/m`');
    expect(hub.requests).toEqual([]);
  });

  it('is pulled, told of, and used', async () => {
    const { output } = await pulled('org/m');
    expect(output).toContain('\n  tokenizer.json\n');
    expect(output).toContain('Use it with --tokenizer org/m');
    expect(await ids(file('t.jinja'), 'org/m')).toEqual([9, 8, 7]);
    expect((await pulled('org/m')).output).toContain('tokenizer.json  (was here)');
  });

  it('may be a GGUF file of a repository', async () => {
    await pulled('org/g:m.gguf');
    expect(await ids(file('t.jinja'), 'org/g:m.gguf')).toEqual([3, 2, 1, 0]);
    expect((await extract('org/g:m.gguf', {})).output).toBe(TEMPLATE);
    expect((await extract('org/m', {})).output).toBe(TEMPLATE);
  });

  it('that is none, or not there, is refused', async () => {
    await expect(pulled('org/none')).rejects.toThrow('There is no model org/none');
    await expect(pulled('../x')).rejects.toThrow('../x is no name of a model');
    writeFileSync(file('broken.gguf'), 'GGUF');
    await expect(extract(file('broken.gguf'), {})).rejects.toThrow(InputError);
    await expect(extract('org/none', {})).rejects.toThrow('org/none does not exist, as a path or as a model');
  });

  it('can be cancelled', async () => {
    const signal = AbortSignal.abort();
    await expect(pull('org/m', { progress: () => undefined, signal })).rejects.toThrow('cancelled');
  });
});

describe('a GGUF file', () => {
  it('that holds another template than lies beside it is a finding', async () => {
    mkdirSync(file('model'));
    writeFileSync(file('model/m.gguf'), gguf);
    writeFileSync(file('model/chat_template.jinja'), TEMPLATE.replace('<s>', '<t>'));
    const { output } = await check([file('model')], { format: 'json', color: false, version: '1' });
    expect(output).toContain('m.gguf holds another text of this template, from line 1 on');
  });

  it('gives its template and its tokenizer', async () => {
    expect(await ids(file('m.gguf'))).toEqual([3, 2, 1, 0]);
    expect(await ids(file('t.jinja'), file('m.gguf'))).toEqual([3, 2, 1, 0]);
    const { input, shownPath } = await readInput(file('m.gguf'), {});
    expect([input.source, shownPath]).toEqual([TEMPLATE, file('m.gguf')]);
    const checked = await check([file('m.gguf')], { format: 'json', color: false, version: '1' });
    expect(checked.output).toContain('"append.tool"');
  });

  it('gives its templates as text', async () => {
    expect((await extract(file('m.gguf'), {})).output).toBe(TEMPLATE);
    expect((await extract(file('m.gguf'), { name: 'rag' })).output).toBe('R');
    await extract(file('m.gguf'), { output: file('out/t.jinja') });
    expect(readFileSync(file('out/t.jinja'), 'utf8')).toBe(TEMPLATE);
    await expect(extract(file('m.gguf'), { name: 'x' })).rejects.toThrow(
      'has no template x. Say --name: default, rag.',
    );
  });
});

it('tells how far it is', () => {
  expect(progressLine({ file: 'tokenizer.json', received: 2 ** 20, total: 3 * 2 ** 20 })).toBe(
    'tokenizer.json  1.0 of 3.0 MB',
  );
  expect(progressLine({ file: 'm.gguf', received: 2 ** 21, total: 2 ** 21 })).toBe('m.gguf  2.0 MB');
});
