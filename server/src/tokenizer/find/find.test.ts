import { describe, expect, it } from 'vitest';
import { ggufFile, sourceOf } from '../convert/testing/ggufFile.ts';
import type { FolderReader } from './files.ts';
import { findTokenizer } from './find.ts';
import {
  hubCacheFolder,
  ownCacheFolder,
  parseGgufAddress,
  parseGgufName,
  parseRepository,
} from './hubCache.ts';
import { chooseTemplate, findTemplates } from './templates.ts';

/** A file system of the files given, paths with `/`. */
function folder(files: Readonly<Record<string, string | Uint8Array>>): FolderReader {
  const at = (path: string) => files[path.replaceAll('\\', '/')];
  const text = (content: string | Uint8Array) =>
    typeof content === 'string' ? content : new TextDecoder().decode(content);
  return {
    readText: (path) => Promise.resolve(at(path) === undefined ? null : text(at(path)!)),
    open: (path) => {
      const content = at(path);
      return Promise.resolve(content instanceof Uint8Array ? sourceOf(content) : null);
    },
    list: (path) => {
      const prefix = `${path.replaceAll('\\', '/')}/`;
      const below = Object.keys(files).filter((file) => file.startsWith(prefix));
      return Promise.resolve([...new Set(below.map((file) => file.slice(prefix.length).split('/')[0]!))]);
    },
  };
}

const linux = { variables: {}, home: '/home/ada' };

describe('the tokenizer of a template', () => {
  const model = folder({
    '/models/m/tokenizer.json': 'T',
    '/models/m/generation_config.json': 'G',
    '/models/m/chat_template.jinja': '',
  });

  it('lies beside it', async () => {
    const search = await findTokenizer(model, linux, {
      templatePath: '/models/m/chat_template.jinja',
      chosen: null,
    });
    expect(search).toEqual({
      found: true,
      folder: '/models/m',
      origin: 'beside the template',
      files: { tokenizer: 'T', tokenizerConfig: null, generationConfig: 'G', specialTokensMap: null },
    });
  });

  it('lies one folder up from additional templates', async () => {
    const templatePath = '/models/m/additional_chat_templates/rag.jinja';
    expect(await findTokenizer(model, linux, { templatePath, chosen: null })).toMatchObject({
      folder: '/models/m',
    });
  });

  it('is the chosen one, not the one beside it', async () => {
    const files = folder({ '/a/tokenizer.json': 'A', '/b/tokenizer.json': 'B' });
    const search = await findTokenizer(files, linux, { templatePath: '/a/t.jinja', chosen: '/b' });
    expect(search).toMatchObject({ folder: '/b', origin: 'chosen folder' });
  });

  it('may be absent, which is said with what to do', async () => {
    expect(await findTokenizer(model, linux, { templatePath: '/other/t.jinja', chosen: null })).toEqual({
      found: false,
      reason: 'There is no tokenizer.json in /other. Put one beside the template, or choose a tokenizer.',
    });
    expect(await findTokenizer(model, linux, { templatePath: null, chosen: 'org/absent' })).toMatchObject({
      found: false,
      reason: expect.stringContaining('/home/ada/.cache/huggingface/hub') as string,
    });
    expect(await findTokenizer(model, linux, { templatePath: null, chosen: '../x' })).toMatchObject({
      found: false,
    });
  });
});

describe('the Hugging Face cache', () => {
  const repo = '/home/ada/.cache/huggingface/hub/models--org--m';
  const find = (files: Record<string, string>, chosen: string) =>
    findTokenizer(folder(files), linux, { templatePath: null, chosen });

  it('has what was pulled; how to pull is said of what it has not', async () => {
    expect(await find({}, 'org/m@v2')).toEqual({
      found: false,
      reason:
        'org/m@v2 is neither a folder with a tokenizer nor a model in the Hugging Face cache (/home/ada/.cache/huggingface/hub). ' +
        'Download its tokenizer (`chat-template pull org/m@v2`, or Choose Tokenizer in the editor), or choose a folder.',
    });
  });

  it('is read by branch, by commit, and without refs if there is one snapshot', async () => {
    const files = { [`${repo}/snapshots/c0ffee/tokenizer.json`]: 'T' };
    const found = { found: true, folder: `${repo}/snapshots/c0ffee`, origin: 'cached repository' };
    expect(await find({ ...files, [`${repo}/refs/main`]: 'c0ffee' }, 'org/m')).toMatchObject(found);
    expect(await find({ ...files, [`${repo}/refs/v2`]: 'c0ffee\n' }, 'org/m@v2')).toMatchObject(found);
    expect(await find(files, 'org/m@c0ffee')).toMatchObject(found);
    expect(await find(files, 'org/m')).toMatchObject(found);
    expect(await find({ ...files, [`${repo}/snapshots/beef/x`]: '' }, 'org/m')).toMatchObject({
      found: false,
    });
    expect(await find(files, 'org/m@v3')).toMatchObject({ found: false });
  });

  it('lies where the variables say', () => {
    const at = (variables: Record<string, string>, home: string | null = '/home/ada') =>
      hubCacheFolder({ variables, home });
    expect(at({ HF_HUB_CACHE: '/c', HF_HOME: '/h' })).toBe('/c');
    expect(at({ HUGGINGFACE_HUB_CACHE: '/old' })).toBe('/old');
    expect(at({ HF_HOME: '~/hf/', XDG_CACHE_HOME: '/x' })).toBe('/home/ada/hf/hub');
    expect(at({ XDG_CACHE_HOME: '/x' })).toBe('/x/huggingface/hub');
    expect(at({ HF_HOME: '' }, 'C:\\Users\\ada')).toBe('C:\\Users\\ada/.cache/huggingface/hub');
    expect(at({}, null)).toBeNull();
  });

  it('takes repository names only', () => {
    expect(parseRepository('Qwen/Qwen3-8B')).toEqual({ name: 'Qwen/Qwen3-8B', revision: 'main' });
    expect(parseRepository('gpt2@refs/pr/1')).toEqual({ name: 'gpt2', revision: 'refs/pr/1' });
    for (const bad of ['/etc', '../x', 'a/b/c', 'a/..', 'a@../b', 'C:\\x'])
      expect(parseRepository(bad)).toBeNull();
  });

  it('and files in them, by name or address', () => {
    const repository = { name: 'org/m', revision: 'v2' };
    expect(parseGgufName('org/m@v2:sub/m-Q4_K.gguf')).toEqual({ repository, file: 'sub/m-Q4_K.gguf' });
    for (const bad of ['org/m', 'org/m:x.bin', 'org/m:../x.gguf', 'org/m:/x.gguf', 'C:\\m.gguf', '/m.gguf']) {
      expect(parseGgufName(bad)).toBeNull();
    }
    expect(parseGgufAddress('https://h/a/m.gguf?download=true')).toBe('https://h/a/m.gguf');
    for (const bad of ['https://h/a', 'ftp://h/m.gguf', 'm.gguf']) expect(parseGgufAddress(bad)).toBeNull();
  });
});

describe('a tokenizer in another form', () => {
  const gguf = ggufFile({
    'tokenizer.ggml.model': 'gpt2',
    'tokenizer.ggml.pre': 'gpt-2',
    'tokenizer.ggml.tokens': ['a', 'b', 'ab'],
    'tokenizer.ggml.token_type': [1, 1, 1],
    'tokenizer.ggml.merges': ['a b'],
  });
  const find = (files: Record<string, string | Uint8Array>, chosen: string | null) =>
    findTokenizer(folder(files), linux, { templatePath: '/m/t.jinja', chosen });
  const isFound = (path: string) => ({ found: true, folder: path });

  it('is taken where there is no tokenizer.json', async () => {
    expect(await find({ '/m/m.gguf': gguf }, null)).toMatchObject(isFound('/m/m.gguf'));
    expect(await find({ '/m/m.gguf': gguf, '/m/tokenizer.json': 'T' }, null)).toMatchObject(isFound('/m'));
    expect(
      await find({ '/m/m-00001-of-00002.gguf': gguf, '/m/m-00002-of-00002.gguf': gguf }, null),
    ).toMatchObject(isFound('/m/m-00001-of-00002.gguf'));
  });

  it('is taken by its path, or beside a template that it holds itself', async () => {
    expect(await find({ '/x/a.gguf': gguf, '/x/b.gguf': gguf }, '/x/b.gguf')).toMatchObject(
      isFound('/x/b.gguf'),
    );
    const request = { templatePath: '/x/b.gguf', chosen: null };
    expect(await findTokenizer(folder({ '/x/b.gguf': gguf }), linux, request)).toMatchObject(
      isFound('/x/b.gguf'),
    );
  });

  it('is taken from the header that was pulled', async () => {
    const path = `${ownCacheFolder(linux)}/gguf/models--org--m/snapshots/c0ffee/m.gguf`;
    expect(await find({ [path]: gguf }, 'org/m:m.gguf')).toMatchObject(isFound(path));
  });

  it.each([
    [
      'several',
      { '/m/a.gguf': gguf, '/m/b.gguf': gguf },
      null,
      '/m holds several tokenizers: a.gguf, b.gguf. Choose one',
    ],
    [
      'SentencePiece',
      { '/m/tokenizer.model': '\n\x0e' },
      null,
      'only tokenizer.model, which is SentencePiece',
    ],
    ['not GGUF', { '/m/a.gguf': new Uint8Array([80, 75]) }, '/m/a.gguf', 'a.gguf ends in its header'],
    ['no such file', {}, '/m/a.gguf', 'There is no file /m/a.gguf.'],
    [
      'not pulled',
      {},
      'org/m:a.gguf',
      'org/m:a.gguf is not here yet. Download its header (`chat-template pull org/m:a.gguf`',
    ],
    ['not pulled', {}, 'https://h/m.gguf', 'https://h/m.gguf is not here yet'],
  ])('is refused with words: %s', async (_, files, chosen, reason) => {
    expect(await find(files, chosen)).toMatchObject({
      found: false,
      reason: expect.stringContaining(reason) as string,
    });
  });
});

describe('the templates of a folder', () => {
  const named = JSON.stringify({
    chat_template: [
      { name: 'default', template: 'D' },
      { name: 'tool_use', template: 'T' },
    ],
  });

  it('come from the config, by name', async () => {
    const sources = await findTemplates(folder({ '/m/tokenizer_config.json': named }), '/m');
    expect(sources.map(({ name, jsonPath, inForce }) => [name, jsonPath, inForce])).toEqual([
      ['default', ['chat_template', 0, 'template'], true],
      ['tool_use', ['chat_template', 1, 'template'], true],
    ]);
    expect(chooseTemplate(sources, true)?.source).toBe('T');
    expect(chooseTemplate(sources, false)?.source).toBe('D');
  });

  it('are replaced by .jinja files', async () => {
    const files = {
      '/m/tokenizer_config.json': named,
      '/m/chat_template.jinja': 'J',
      '/m/additional_chat_templates/rag.jinja': 'R',
      '/m/chat_template_training.jinja': 'L',
      '/m/chat_template.json': '{"chat_template": "O"}',
    };
    const sources = await findTemplates(folder(files), '/m');
    expect(sources.map(({ source, inForce }) => [source, inForce])).toEqual([
      ['J', true],
      ['R', true],
      ['D', false],
      ['T', false],
      ['O', false],
      ['L', false],
    ]);
    expect(chooseTemplate(sources, true)?.source).toBe('J');
  });

  it('come from the older files where the config has none', async () => {
    const files = { '/m/tokenizer_config.json': '{}', '/m/processor_config.json': '{"chat_template": "P"}' };
    const sources = await findTemplates(folder(files), '/m');
    expect(sources).toEqual([
      {
        name: 'default',
        source: 'P',
        file: 'processor_config.json',
        jsonPath: ['chat_template'],
        inForce: true,
      },
    ]);
  });

  it('are not read from a broken config', async () => {
    await expect(findTemplates(folder({ '/m/tokenizer_config.json': '{"a": 1,\n}' }), '/m')).rejects.toThrow(
      'tokenizer_config.json is not valid JSON at line 2, column 1',
    );
  });
});
