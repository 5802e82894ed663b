import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nodeFolders } from '../host/nodeFolders.ts';
import { ggufFile } from '../tokenizer/convert/testing/ggufFile.ts';
import { findTokenizer } from '../tokenizer/index.ts';
import { canBePulled, pull, type PullProgress } from './index.ts';
import { MockHub } from './testing/mockHub.ts';

const COMMIT = 'beef'.padEnd(40, '1');
const tokens = Array.from({ length: 60_000 }, (_, index) => `token ${index} ${'x'.repeat(80)}`);
const header = ggufFile({
  'tokenizer.ggml.model': 'gpt2',
  'tokenizer.ggml.pre': 'gpt-2',
  'tokenizer.ggml.tokens': tokens,
  'tokenizer.ggml.merges': [],
  'tokenizer.chat_template': 'hello',
});
const WEIGHTS = 8 * 2 ** 20;

let hub: MockHub;
let home: string;
beforeAll(async () => {
  const file = Buffer.concat([header, Buffer.alloc(WEIGHTS)]);
  const files = { 'sub/m-Q4.gguf': file, 'x.gguf': 'PK no', 'config.json': '{}' };
  hub = await MockHub.start({ 'org/gguf': { commit: COMMIT, files, large: ['sub/m-Q4.gguf'] } });
});
afterAll(() => hub.stop());
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'gguf-'));
  hub.requests.length = 0;
  hub.faults.clear();
  return () => rmSync(home, { recursive: true, force: true });
});

const environment = () => ({ home, variables: { HF_ENDPOINT: hub.endpoint } });
function pulled(name: string, report: (progress: PullProgress) => void = () => undefined) {
  const host = { fetch, environment: environment(), limits: { idle: 500, waits: [1, 1] } };
  return pull(name, host, report, new AbortController().signal);
}

describe('the header of a remote GGUF file', () => {
  it('is downloaded by ranges, without the weights, and found by its name', async () => {
    const name = 'org/gguf:sub/m-Q4.gguf';
    const { path: file } = await pulled(name);
    expect(Math.abs(statSync(file).size - header.length)).toBeLessThan(32);
    const ranges = hub.requests.filter(({ server }) => server === 'storage').map(({ range }) => range);
    expect(ranges).toHaveLength(2);
    expect(Number(/-(\d+)$/.exec(ranges.at(-1)!)![1])).toBeLessThan(header.length + 2 ** 22);
    const search = await findTokenizer(nodeFolders, environment(), { templatePath: null, chosen: name });
    expect(search).toMatchObject({ found: true, folder: file });
    expect(readdirSync(home)).toEqual(['.cache']);
    expect(readdirSync(path.join(home, '.cache'))).toEqual(['chat-template']);
  });

  it('may be behind an address', async () => {
    const address = `${hub.endpoint}/org/gguf/resolve/main/sub/m-Q4.gguf`;
    await pulled(`${address}?download=true`);
    const search = await findTokenizer(nodeFolders, environment(), { templatePath: null, chosen: address });
    expect(search).toMatchObject({ found: true });
  });

  it('is asked for again where the line is cut', async () => {
    hub.faults.set('sub/m-Q4.gguf', [
      { kind: 'cut', after: 1000 },
      { kind: 'status', status: 500 },
    ]);
    await pulled('org/gguf:sub/m-Q4.gguf');
  });

  it('is not taken from a server that sends the whole file, nor from another file', async () => {
    hub.faults.set('sub/m-Q4.gguf', [{ kind: 'ignore-range' }]);
    await expect(pulled('org/gguf:sub/m-Q4.gguf')).rejects.toThrow('does not answer with a part of a file');
    await expect(pulled('org/gguf:x.gguf')).rejects.toThrow('x.gguf ends in its header');
    await expect(pulled('org/gguf:none.gguf')).rejects.toThrow(
      'org/gguf has no file none.gguf; it has sub/m-Q4.gguf',
    );
  });
});

it('only names and addresses can be pulled', async () => {
  expect(['org/m', 'm', 'org/m@v1', 'org/m:a.gguf', 'https://h/a.gguf'].every(canBePulled)).toBe(true);
  expect(['../m', 'C:\\m', 'https://h/m', 'a b'].some(canBePulled)).toBe(false);
  await expect(pulled('../m')).rejects.toThrow('../m is no name of a model');
});
