import { describe, expect, it } from 'vitest';
import {
  hardDocuments,
  languageDocuments,
  randomDocuments,
} from '../../../../scripts/tokenizers/documents.ts';
import { tokenizerFiles } from '../../../../scripts/tokenizers/packages.ts';
import { readGgufHeader } from '../gguf/header.ts';
import { seededRandom } from '../analysis/random.ts';
import { loadTokenizer, TokenizerError, type Tokenizer } from '../index.ts';
import { tokenOfBytes } from '../text/byteAlphabet.ts';
import { readGguf } from './gguf.ts';
import { entriesOf, ggufFile, sourceOf } from './testing/ggufFile.ts';

const read = (bytes: Uint8Array, step?: number) => readGguf(sourceOf(bytes, step), 'm.gguf');
const load = async (bytes: Uint8Array): Promise<Tokenizer> => loadTokenizer((await read(bytes)).tokenizer());
const entry = (key: string) => `tokenizer.ggml.${key}`;

describe('ids of the tokenizer in a GGUF header equal those of the tokenizer.json it was made of', () => {
  it.each([
    ['qwen3', { pre: 'qwen2' }],
    ['llama3_2', { pre: 'llama-bpe' }],
    ['mistral_nemo', { pre: 'tekken' }],
    ['deepseek_v3', { pre: 'deepseek-v3' }],
    ['command_r_plus', { pre: 'command-r' }],
    ['gptoss', { pre: 'gpt-4o' }],
    ['gemma3', { addsSpace: false }],
    ['gemma3', { kind: 'gemma4' }],
    ['llama2', { addsSpace: true }],
  ] as const)(
    '%s',
    async (name, kind) => {
      const files = tokenizerFiles(name);
      const tokenizer = await load(ggufFile(entriesOf(files, kind)));
      const random = randomDocuments(
        7,
        tokenizer.addedTokens.map((token) => token.content),
      );
      const texts = [
        ...hardDocuments(),
        ...languageDocuments(),
        ...Array.from({ length: 500 }, () => random.next().value as string),
      ];
      // That this one is exact is tested against the official library elsewhere.
      const original = await loadTokenizer(files);
      const different = texts.filter((text) => {
        const [ours, theirs] = [tokenizer.encode(text), original.encode(text)];
        const same =
          ours.ids.length === theirs.ids.length && ours.ids.every((id, at) => id === theirs.ids[at]);
        return !same || tokenizer.decode(ours.ids) !== original.decode(theirs.ids);
      });
      expect(different).toEqual([]);
    },
    120_000,
  );
});

describe('beside ids a header has', () => {
  const small = {
    'general.architecture': 'llama',
    [entry('model')]: 'gpt2',
    [entry('pre')]: 'gpt-2',
    [entry('tokens')]: ['a', 'b', 'ab', '<s>', '<end>', '<turn>', '\ufeffx'],
    [entry('token_type')]: [1, 1, 1, 3, 3, 3, 4],
    [entry('merges')]: ['a b'],
    [entry('bos_token_id')]: 3,
    [entry('eos_token_id')]: 4,
    [entry('eot_token_id')]: 5,
    'tokenizer.chat_template': '\ufeffhello',
  };

  it('special tokens, the ids that end generation, and byte order marks', async () => {
    const tokenizer = await load(ggufFile(small));
    expect(tokenizer.specialTokens).toEqual({ bos_token: '<s>', eos_token: '<end>' });
    expect(tokenizer.eosIds).toEqual([4, 5]);
    expect([...tokenizer.encode('ab<turn>\ufeffx').ids]).toEqual([2, 5, 6]);
  });

  it('templates, by name', async () => {
    const only = await read(ggufFile(small));
    expect([...only.templates]).toEqual([['default', '\ufeffhello']]);
    const named = {
      ...small,
      'tokenizer.chat_templates': ['tool_use'],
      'tokenizer.chat_template.tool_use': 'T',
    };
    const both = await read(ggufFile(named));
    expect([...both.templates]).toEqual([
      ['default', '\ufeffhello'],
      ['tool_use', 'T'],
    ]);
    expect(JSON.parse(both.tokenizer().tokenizerConfig!)).toMatchObject({
      chat_template: [
        { name: 'default', template: '\ufeffhello' },
        { name: 'tool_use', template: 'T' },
      ],
    });
  });

  it('the same in every version, byte order and portion', async () => {
    const expected = (await read(ggufFile(small))).tokenizer();
    for (const bytes of [ggufFile(small, 1), ggufFile(small, 2), ggufFile(small, 3, false)]) {
      expect((await read(bytes)).tokenizer()).toEqual(expected);
      expect((await read(bytes, 3)).tokenizer()).toEqual(expected);
    }
  });

  it('an end, before which nothing more is read', async () => {
    const bytes = ggufFile(small);
    const { length } = await readGgufHeader(sourceOf(bytes), 'm.gguf', () => false);
    expect(bytes.length - length).toBeLessThan(32);
    expect((await read(bytes.subarray(0, length))).templates.size).toBe(1);
  });
});

describe('a way to cut text', () => {
  /** Each character is a token, and pairs merge wherever text is not cut between them. */
  const characters = [...'aB1你!'];
  const vocab = characters.map((character) => tokenOfBytes(new TextEncoder().encode(character)));
  const han = vocab[3]!;
  const pairs = vocab.flatMap((left) => vocab.map((right) => [left, right] as const));
  const inHan = [[han[0]!, han[1]!] as const, [han.slice(0, 2), han[2]!] as const];
  const merges = [...inHan, ...pairs].map((pair) => pair.join(' '));
  const tokens = [...new Set([...han, han.slice(0, 2), ...vocab, ...pairs.map((pair) => pair.join(''))])];

  it.each([
    ['gpt-2', 'aB 11 你a !!'],
    ['llama-bpe', 'aB 11 你a !!'],
    ['qwen2', 'aB 1 1 你a !!'],
    ['qwen35', 'aB 1 1 你a !!'],
    ['gpt-4o', 'a B 11 你a !!'],
    ['tekken', 'a B 1 1 你a !!'],
    ['kimi-k2', 'a B 11 你 a !!'],
    ['deepseek-v3', 'aB 11 你 a !!'],
    ['command-r', 'aB 1 1 你a !!'],
    ['olmo', 'aB 11 你a !!'],
    ['starcoder', 'aB 1 1 你a !!'],
    ['glm4', 'aB 11 你a !!'],
  ])('%s: %s', async (pre, expected) => {
    const file = ggufFile({
      [entry('model')]: 'gpt2',
      [entry('pre')]: pre,
      [entry('tokens')]: tokens,
      [entry('token_type')]: tokens.map(() => 1),
      [entry('merges')]: merges,
    });
    const tokenizer = await load(file);
    const { ids } = tokenizer.encode('aB11你a!!');
    expect(Array.from(ids, (id) => tokenizer.decode([id])).join(' ')).toBe(expected);
  });
});

describe('what can’t be had exactly is refused', () => {
  const tokens = { [entry('tokens')]: ['a'], [entry('token_type')]: [1], [entry('merges')]: ['a a'] };
  it.each<[string, Record<string, string | readonly string[] | readonly number[]>, string]>([
    [
      'an unknown cut',
      { ...tokens, [entry('model')]: 'gpt2', [entry('pre')]: 'new' },
      'm.gguf cuts text as "new" does',
    ],
    ['no cut', { ...tokens, [entry('model')]: 'gpt2' }, 'does not say how it cuts text'],
    ['another model', { ...tokens, [entry('model')]: 't5' }, 'has a tokenizer of the kind "t5"'],
    ['no scores', { ...tokens, [entry('model')]: 'llama' }, 'has no score for each token'],
    ['no tokenizer', { 'general.name': 'x' }, 'has no tokenizer in its header. Of a model in parts'],
  ])('%s', async (_, entries, message) => {
    const contents = await read(ggufFile(entries));
    expect(() => contents.tokenizer()).toThrow(message);
  });

  it.each<[string, Uint8Array, string]>([
    ['another file', Buffer.from('PK\u0003\u0004 and so on'), 'm.gguf is no GGUF file'],
    [
      'half a file',
      ggufFile({ ...tokens, [entry('model')]: 'gpt2' }).subarray(0, 90),
      'ends in its header, at byte 90',
    ],
    [
      'a later version',
      ggufFile({ a: 'b' }, 3).map((byte, at) => (at === 4 ? 9 : byte)),
      'is of GGUF version 9',
    ],
    [
      'a length beyond all',
      ggufFile({ a: 'b' }).map((byte, at) => (at === 30 ? 255 : byte)),
      'm.gguf has a header that is larger',
    ],
  ])('%s', async (_, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
  });
});

describe('a file that is not what it says', () => {
  const whole = ggufFile({
    [entry('model')]: 'gpt2',
    [entry('pre')]: 'gpt-2',
    [entry('tokens')]: ['a', 'b', 'ab', '<s>'],
    [entry('token_type')]: [1, 1, 1, 3],
    [entry('merges')]: ['a b'],
    [entry('bos_token_id')]: 3,
  });

  it('is taken or refused with words, whatever its bytes', async () => {
    const random = seededRandom(5);
    for (let round = 0; round < 1500; round++) {
      const bytes = whole.slice(0, random() < 0.2 ? Math.floor(random() * whole.length) : whole.length);
      for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) {
        bytes[Math.floor(random() * bytes.length)] = random() < 0.3 ? 255 : Math.floor(random() * 256);
      }
      const failure: unknown = await load(bytes).then(
        () => null,
        (error: unknown) => error,
      );
      if (failure !== null) expect(failure).toBeInstanceOf(TokenizerError);
    }
  });
});
