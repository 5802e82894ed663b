import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { nodeFolders } from '../host/nodeFolders.ts';
import { findTokenizer } from '../tokenizer/index.ts';
import { parseRepository } from '../tokenizer/find/hubCache.ts';
import { pullTokenizer, type PullProgress, type Pulled } from './pull.ts';
import { gitHash, MockHub, sha256 } from './testing/mockHub.ts';

const COMMIT = 'c0ffee'.padEnd(40, '0');
const VOCABULARY = JSON.stringify({
  model: { type: 'BPE', vocab: { a: 0 }, merges: [] },
  pad: 'x'.repeat(100_000),
});
const files = {
  'tokenizer.json': VOCABULARY,
  'tokenizer_config.json': '{"eos_token": "a"}',
  'chat_template.jinja': 'hello',
  'additional_chat_templates/rag.jinja': 'rag',
  'model.safetensors': 'weights',
  'generation_config.json': '{}',
  'config.json': '{}',
  '../escape.jinja': 'no',
};
const taken = [
  'additional_chat_templates/rag.jinja',
  'chat_template.jinja',
  'generation_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
];

let hub: MockHub;
let home: string;

beforeAll(async () => {
  const large = ['tokenizer.json', 'model.safetensors'];
  hub = await MockHub.start({
    'org/model': { commit: COMMIT, files, large },
    'org/secret': { commit: COMMIT, files, token: 'hf_open' },
    'org/gated': { commit: COMMIT, files, token: 'hf_open', gated: true },
    'org/mirror': { commit: COMMIT, files, large, listsNamesOnly: true },
    'org/weights': { commit: COMMIT, files: { 'model.safetensors': 'w' } },
    'org/gguf': { commit: COMMIT, files: { 'm-Q4.gguf': 'w', 'm-Q8.gguf': 'w' } },
    'org/pieces': {
      commit: COMMIT,
      files: { 'tokenizer.model': 'pieces', 'tokenizer_config.json': '{}', 'config.json': '{}' },
    },
    legacy: { commit: COMMIT, files },
  });
});
afterAll(() => hub.stop());

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'hub-'));
  hub.requests.length = 0;
  hub.faults.clear();
  return () => rmSync(home, { recursive: true, force: true });
});

interface Options {
  readonly variables?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly report?: (progress: PullProgress) => void;
}

function pull(
  name: string,
  { variables = {}, signal, report = () => undefined }: Options = {},
): Promise<Pulled> {
  const environment = { home, variables: { HF_ENDPOINT: hub.endpoint, ...variables } };
  const host = { fetch, environment, limits: { idle: 400, waits: [1, 1, 1] } };
  return pullTokenizer(parseRepository(name)!, host, report, signal ?? new AbortController().signal);
}

const folder = (name = 'org--model') => path.join(home, '.cache/huggingface/hub', `models--${name}`);
const inSnapshot = (file: string, name?: string) => path.join(folder(name), 'snapshots', COMMIT, file);
const blobs = () => readdirSync(path.join(folder(), 'blobs'));
const snapshots = () => readdirSync(folder()).filter((entry) => entry === 'snapshots' || entry === 'refs');

describe('a pulled tokenizer', () => {
  it('is its own files and no others, as links to blobs named by hash, with its ref', async () => {
    const { snapshot, commit, files: pulled } = await pull('org/model');
    expect([commit, snapshot]).toEqual([COMMIT, path.dirname(inSnapshot('x'))]);
    expect(pulled.map((file) => file.path).sort()).toEqual(taken);
    expect(readlinkSync(inSnapshot('tokenizer.json'))).toBe(`../../blobs/${sha256(Buffer.from(VOCABULARY))}`);
    const rag = readlinkSync(inSnapshot('additional_chat_templates/rag.jinja'));
    expect(rag).toBe(`../../../blobs/${gitHash(Buffer.from('rag'))}`);
    expect(readFileSync(inSnapshot('tokenizer.json'), 'utf8')).toBe(VOCABULARY);
    expect(readFileSync(path.join(folder(), 'refs/main'), 'utf8')).toBe(COMMIT);
    expect(blobs()).toHaveLength(taken.length);
    expect(hub.requests.some(({ url }) => url.includes('safetensors'))).toBe(false);
  });

  it('is found by its name', async () => {
    await pull('org/model@v1');
    const request = { templatePath: null, chosen: 'org/model@v1' };
    const search = await findTokenizer(nodeFolders, { variables: {}, home }, request);
    expect(search).toMatchObject({ found: true, origin: 'cached repository' });
  });

  it('is found by huggingface_hub where that is installed', async () => {
    await pull('org/model@refs/pr/1');
    const script =
      'import sys\ntry:\n import huggingface_hub as h\nexcept ImportError:\n print("absent"); sys.exit()\n' +
      'print(h.try_to_load_from_cache("org/model", "tokenizer.json", cache_dir=sys.argv[1], revision="refs/pr/1"))\n' +
      'print(h.snapshot_download("org/model", cache_dir=sys.argv[1], revision="refs/pr/1", local_files_only=True))\n' +
      'print(len(h.scan_cache_dir(sys.argv[1]).warnings))';
    const cache = path.dirname(folder());
    const ran = await promisify(execFile)('python3', ['-c', script, cache]).catch(() => ({
      stdout: 'absent',
    }));
    const absent = ran.stdout.trim() === 'absent';
    const found = `${inSnapshot('tokenizer.json')}\n${path.dirname(inSnapshot('x'))}\n0\n`;
    expect(absent ? found : ran.stdout).toBe(found);
  });

  it('is not downloaded again', async () => {
    await pull('org/model');
    hub.requests.length = 0;
    const again = await pull('org/model');
    expect(again.files.every(({ downloaded }) => !downloaded)).toBe(true);
    expect(hub.fileRequests).toEqual([]);
  });

  it('is told of while it comes', async () => {
    const seen: PullProgress[] = [];
    await pull('org/model', { report: (progress) => seen.push(progress) });
    const { received, total } = seen.at(-1)!;
    expect([received, total]).toEqual([total, VOCABULARY.length + 20 + 5 + 3]);
    expect(seen.map((progress) => progress.received)).toEqual(
      seen.map(({ received: at }) => at).sort((a, b) => a - b),
    );
  });

  it('may come from a mirror that lists names only, or have no organisation', async () => {
    await pull('org/mirror');
    expect(readFileSync(inSnapshot('tokenizer.json', 'org--mirror'), 'utf8')).toBe(VOCABULARY);
    await pull('legacy');
    expect(readFileSync(inSnapshot('chat_template.jinja', 'legacy'), 'utf8')).toBe('hello');
  });

  it('may have no tokenizer.json: then its vocabulary in another form is taken', async () => {
    const { files: pulled } = await pull('org/pieces');
    // What ends generation nothing else says.
    expect(pulled.map((file) => file.path)).toEqual([
      'tokenizer_config.json',
      'config.json',
      'tokenizer.model',
    ]);
  });
});

describe('the token', () => {
  it('opens what is private, and does not go to the storage server', async () => {
    await pull('org/secret', { variables: { HF_TOKEN: 'hf_open' } });
    await pull('org/model', { variables: { HF_TOKEN: 'hf_open' } });
    const sent = (server: string) =>
      hub.requests.filter((request) => request.server === server).map(({ authorization }) => authorization);
    expect(new Set(sent('hub'))).toEqual(new Set(['Bearer hf_open']));
    expect(sent('storage')).toEqual([null]);
  });
});

describe('the token file', () => {
  it('is read where Python writes it, or where HF_TOKEN_PATH says', async () => {
    mkdirSync(path.join(home, '.cache/huggingface'), { recursive: true });
    writeFileSync(path.join(home, '.cache/huggingface/token'), 'hf_open\n');
    await pull('org/secret');
    writeFileSync(path.join(home, 'other'), 'hf_wrong');
    const variables = { HF_TOKEN_PATH: '~/other' };
    await expect(pull('org/gated', { variables })).rejects.toThrow('account of your token has no access');
  });
});

describe('two pulls at once', () => {
  it('both end with the whole', async () => {
    const both = await Promise.all([pull('org/model'), pull('org/model')]);
    expect(both[0].snapshot).toBe(both[1].snapshot);
    expect(readFileSync(inSnapshot('tokenizer.json'), 'utf8')).toBe(VOCABULARY);
    expect(blobs().filter((name) => name.includes('incomplete'))).toEqual([]);
  });
});

describe('what can’t be had is said with what to do', () => {
  it.each<[string, string, Record<string, string>, string]>([
    ['no such model', 'org/none', {}, 'There is no model org/none, or it is private: Set HF_TOKEN'],
    [
      'a closed one',
      'org/secret',
      { HF_TOKEN: 'x' },
      'There is no model org/secret, or it is private and your token',
    ],
    ['a gated one', 'org/gated', {}, 'org/gated is gated: ask for access'],
    ['a gated one, no access', 'org/gated', { HF_TOKEN: 'x' }, 'account of your token has no access yet'],
    ['no such revision', 'org/model@nope', {}, 'org/model@nope: there is no such branch, tag or commit.'],
    ['no tokenizer', 'org/weights', {}, 'org/weights holds no tokenizer'],
    ['only GGUF', 'org/gguf', {}, 'Name one: org/gguf:m-Q4.gguf, org/gguf:m-Q8.gguf.'],
    ['offline', 'org/model', { HF_HUB_OFFLINE: '1' }, 'HF_HUB_OFFLINE is set'],
    ['no address', 'org/model', { HF_ENDPOINT: 'hub' }, 'HF_ENDPOINT has to be an address'],
    ['nobody there', 'org/model', { HF_ENDPOINT: 'http://127.0.0.1:9' }, "127.0.0.1:9 can't be reached"],
  ])('%s', async (_, name, variables, message) => {
    await expect(pull(name, { variables })).rejects.toThrow(message);
  });

  it('an address where nobody is, at once', async () => {
    const closed = await MockHub.start({});
    const { endpoint } = closed;
    await closed.stop();
    const asked = vi.fn(fetch);
    const environment = { home, variables: { HF_ENDPOINT: endpoint } };
    const host = { fetch: asked, environment, limits: { idle: 400, waits: [1, 1, 1] } };
    const pulling = pullTokenizer(
      parseRepository('a/b')!,
      host,
      () => undefined,
      new AbortController().signal,
    );
    await expect(pulling).rejects.toThrow("can't be reached: connect ECONNREFUSED");
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('a certificate that is not trusted', async () => {
    const cause = Object.assign(new Error('self-signed certificate'), {
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    const host = {
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause })),
      environment: { home, variables: {} },
    };
    const pulling = pullTokenizer(
      parseRepository('a/b')!,
      host,
      () => undefined,
      new AbortController().signal,
    );
    await expect(pulling).rejects.toThrow("can't be reached: self-signed certificate. Where a proxy has");
  });

  it('another server than a hub', async () => {
    hub.faults.set('list', [{ kind: 'status', status: 204 }]);
    await expect(pull('org/model')).rejects.toThrow('Is HF_ENDPOINT right?');
  });

  it('too many requests, for longer than one waits', async () => {
    hub.faults.set('list', [{ kind: 'status', status: 429, headers: { 'retry-after': '3600' } }]);
    await expect(pull('org/model')).rejects.toThrow('asks to slow down (429)');
    expect(hub.requests).toHaveLength(1);
  });
});

describe('a line that fails', () => {
  const rangesAsked = () =>
    hub.requests.filter(({ server }) => server === 'storage').map(({ range }) => range);

  it('is tried again where it broke', async () => {
    hub.faults.set('tokenizer.json', [
      { kind: 'cut', after: 1000 },
      { kind: 'status', status: 503 },
      { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
    ]);
    await pull('org/model');
    expect(readFileSync(inSnapshot('tokenizer.json'), 'utf8')).toBe(VOCABULARY);
    expect(rangesAsked()).toEqual([null, 'bytes=1000-', 'bytes=1000-', 'bytes=1000-']);
  });

  it('is tried again from the start where the server knows no ranges', async () => {
    hub.faults.set('tokenizer.json', [{ kind: 'cut', after: 1000 }, { kind: 'ignore-range' }]);
    await pull('org/model');
    expect(readFileSync(inSnapshot('tokenizer.json'), 'utf8')).toBe(VOCABULARY);
  });

  it('is given up when it stays silent; the next pull goes on from what is there', async () => {
    const silence = { kind: 'silence' } as const;
    hub.faults.set('tokenizer.json', [{ kind: 'cut', after: 2000 }, silence, silence, silence]);
    await expect(pull('org/model')).rejects.toThrow('did not answer in time');
    expect(snapshots()).toEqual([]);
    hub.requests.length = 0;
    await pull('org/model');
    expect(rangesAsked()).toEqual(['bytes=2000-']);
    expect(blobs().filter((name) => name.includes('incomplete'))).toEqual([]);
  });

  it('that brings other bytes than the hub says brings nothing', async () => {
    hub.faults.set('tokenizer.json', [{ kind: 'damage' }]);
    await expect(pull('org/model')).rejects.toThrow(
      'tokenizer.json of org/model arrived damaged: its sha256 hash',
    );
    hub.faults.set('chat_template.jinja', [{ kind: 'damage' }]);
    await expect(pull('org/model')).rejects.toThrow('its git-sha1 hash');
    hub.faults.set('chat_template.jinja', [{ kind: 'surplus' }]);
    await expect(pull('org/model')).rejects.toThrow('is longer than the Hub says');
    expect(snapshots()).toEqual([]);
    await pull('org/model');
  });

  it('whose first part was bad is tried once more from the start', async () => {
    hub.faults.set('tokenizer.json', [{ kind: 'cut', after: 1000 }, { kind: 'damage' }]);
    await pull('org/model');
    expect(rangesAsked()).toEqual([null, 'bytes=1000-', null]);
  });
});

describe('a pull that is cancelled', () => {
  it('ends at once and leaves nothing that looks whole', async () => {
    const stop = new AbortController();
    hub.faults.set('tokenizer.json', [{ kind: 'silence' }]);
    const pulling = pull('org/model', { signal: stop.signal });
    await expect.poll(() => hub.requests.some(({ server }) => server === 'storage')).toBe(true);
    stop.abort(new Error('cancelled'));
    await expect(pulling).rejects.toThrow('cancelled');
    expect(snapshots()).toEqual([]);
    expect((await pull('org/model')).files).toHaveLength(taken.length);
  });
});
