import { describe, expect, it } from 'vitest';
import { loadTokenizer, TokenizerError, type Tokenizer, type TokenizerFiles } from './index.ts';

const VOCAB = { a: 0, b: 1, ab: 2, ' ': 3 };
const BPE = { type: 'BPE', vocab: VOCAB, merges: [['a', 'b']] };

function load(tokenizer: unknown, others: Partial<TokenizerFiles> = {}): Promise<Tokenizer> {
  return loadTokenizer({
    tokenizer: typeof tokenizer === 'string' ? tokenizer : JSON.stringify(tokenizer),
    tokenizerConfig: null,
    generationConfig: null,
    specialTokensMap: null,
    ...others,
  });
}

const added = (id: number, content: string) => ({ id, content, special: true });

describe('a tokenizer that cannot be loaded says which file is at fault and where', () => {
  it.each<[string, unknown, string]>([
    ['no JSON', '{\n  "model": {,}\n}', 'tokenizer.json is not valid JSON at line 2, column 13.'],
    ['an empty file', '', 'tokenizer.json is not valid JSON: it is empty.'],
    ['half a file', JSON.stringify({ model: BPE }).slice(0, -9), 'tokenizer.json is not valid JSON'],
    ['a list', [], 'tokenizer.json: the file must be an object.'],
    ['no model', {}, 'tokenizer.json: model must be an object.'],
    [
      'no vocabulary',
      { model: { type: 'BPE', merges: [] } },
      'tokenizer.json: model.vocab must be an object.',
    ],
    [
      'an id that is none',
      { model: { ...BPE, vocab: { a: 'x' } } },
      'model gives the token "a" an id that is no whole number.',
    ],
    ['a merge that is none', { model: { ...BPE, merges: ['ab'] } }, 'model.merges[0] must be two tokens'],
    ['a merge of three', { model: { ...BPE, merges: [['a', 'b', 'a']] } }, 'model.merges[0] must be a pair'],
    [
      'a merge outside',
      {
        model: {
          ...BPE,
          merges: [
            ['a', 'b'],
            ['ab', 'c'],
          ],
        },
      },
      'model.merges[1] needs "c", which is not',
    ],
    [
      'a pattern that is none',
      {
        model: BPE,
        pre_tokenizer: { type: 'Split', pattern: { Regex: '(a' }, behavior: 'Isolated', invert: false },
      },
      'the pattern "(a" leaves a group open (at character 2).',
    ],
    [
      'an unknown behaviour',
      { model: BPE, pre_tokenizer: { type: 'Split', pattern: { String: 'a' }, behavior: 'Kept' } },
      'pre_tokenizer has an unknown behavior "Kept".',
    ],
    [
      'an unknown model',
      { model: { type: 'Future', vocab: VOCAB } },
      'uses a model of type Future (known are BPE, Unigram, WordLevel, WordPiece), which is not known here',
    ],
  ])('%s', async (_, tokenizer, message) => {
    const error: unknown = await load(tokenizer).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TokenizerError);
    expect((error as TokenizerError).message).toContain(message);
    expect((error as TokenizerError).file).toBe('tokenizer.json');
  });

  it('a config beside it', async () => {
    const loading = load({ model: BPE }, { tokenizerConfig: '{' });
    await expect(loading).rejects.toMatchObject({ name: 'TokenizerError', file: 'tokenizer_config.json' });
  });
});

describe('a loaded tokenizer', () => {
  it('reads vocabularies in any order of members, with escapes', async () => {
    const json =
      '{"model": {"merges": ["a \\u0062", "ab \\""], "vocab": {"a":0,"b":1,"ab":2,"\\"":3,"ab\\"":4}, "type":"BPE"}}';
    expect([...(await load(json)).encode('ab"a').ids]).toEqual([4, 0]);
  });

  it('takes special tokens as strings or objects, from the config first', async () => {
    const tokenizer = await load(
      { model: BPE, added_tokens: [added(4, '<s>'), added(5, '</s>')] },
      {
        tokenizerConfig: JSON.stringify({
          bos_token: { __type: 'AddedToken', content: '<s>' },
          eos_token: '</s>',
          pad_token: null,
          add_bos_token: true,
        }),
        specialTokensMap: JSON.stringify({ eos_token: 'x', unk_token: { content: '<unk>' } }),
        generationConfig: JSON.stringify({ eos_token_id: [5, 4] }),
      },
    );
    expect(tokenizer.specialTokens).toEqual({ bos_token: '<s>', eos_token: '</s>', unk_token: '<unk>' });
    expect(tokenizer.eosIds).toEqual([5, 4]);
    expect(tokenizer.vocabularySize).toBe(6);
  });

  it.each<[string, Partial<TokenizerFiles>, { ids: number[]; listed: number[] | null; files: string[] }]>([
    [
      'what generation_config.json lists, beside the eos token',
      { generationConfig: '{"eos_token_id": 5}', modelConfig: '{"eos_token_id": 1}' },
      { ids: [4, 5], listed: [5], files: ['tokenizer_config.json', 'generation_config.json'] },
    ],
    [
      'what config.json lists, where there is no other',
      { modelConfig: '{"eos_token_id": [5, 4]}' },
      { ids: [4, 5], listed: null, files: ['tokenizer_config.json', 'config.json'] },
    ],
    [
      'the eos token alone',
      { generationConfig: '{}', modelConfig: '{"eos_token_id": 5}' },
      { ids: [4], listed: null, files: ['tokenizer_config.json', 'generation_config.json'] },
    ],
  ])('ends generation at %s', async (_, files, { ids, listed, files: named }) => {
    const tokenizer = await load(
      { model: BPE, added_tokens: [added(4, '<s>'), added(5, '</s>')] },
      { tokenizerConfig: '{"eos_token": "<s>"}', ...files },
    );
    expect([tokenizer.eosIds, tokenizer.generationEosIds, tokenizer.eosFiles]).toEqual([ids, listed, named]);
  });

  it('says which end of generation is no token', async () => {
    const { warnings } = await load({ model: BPE }, { generationConfig: '{"eos_token_id": [2, 99]}' });
    expect(warnings).toEqual([
      'generation_config.json lists 99 as an end of generation, and no token has this id.',
    ]);
  });

  it('gives added tokens the ids that tokenizers give them, and says where the file has others', async () => {
    const tokenizer = await load({ model: BPE, added_tokens: [added(9, '<s>'), added(2, 'ab')] });
    expect(tokenizer.addedTokenId('<s>')).toBe(4);
    expect(tokenizer.addedTokenId('ab')).toBe(2);
    expect(tokenizer.warnings).toEqual(['tokenizer.json gives <s> the id 9, but tokenizers use 4 for it.']);
  });

  it('has the added tokens that only its config names, as transformers does', async () => {
    const config = {
      added_tokens_decoder: {
        7: { content: '<b>', special: false, lstrip: true },
        6: { content: '<a>', special: true },
      },
      pad_token: 'b',
      extra_special_tokens: { image_token: '<image>' },
    };
    const tokenizer = await load({ model: BPE }, { tokenizerConfig: JSON.stringify(config) });
    expect(
      tokenizer.addedTokens.map(({ id, content, special, lstrip }) => [id, content, special, lstrip]),
    ).toEqual([
      [4, '<a>', true, false],
      [5, '<b>', false, true],
      [1, 'b', true, false],
      [6, '<image>', true, false],
    ]);
    expect([...tokenizer.encode('ab').ids]).toEqual([0, 1]);
  });

  it('merges a million equal characters without being quadratic', async () => {
    const merges = Array.from({ length: 8 }, (_, at) => ['a'.repeat(2 ** at), 'a'.repeat(2 ** at)]);
    const vocab = Object.fromEntries(Array.from({ length: 9 }, (_, at) => ['a'.repeat(2 ** at), at]));
    const tokenizer = await load({ model: { type: 'BPE', vocab, merges } });
    const { ids, ends } = tokenizer.encode('a'.repeat(1_000_000));
    expect(ids.length).toBe(Math.floor(1_000_000 / 256) + 1);
    expect(ends[ids.length - 1]).toBe(1_000_000);
  });
});

describe('models of other kinds', () => {
  const bytes = { type: 'ByteLevel', add_prefix_space: false };
  const wordPiece = { type: 'WordPiece', unk_token: '[UNK]', vocab: { a: 0, '##b': 1, '[UNK]': 2 } };
  const unigram = {
    type: 'Unigram',
    unk_id: 0,
    vocab: [
      ['<unk>', 0],
      ['▁a', -1],
    ],
  };

  it('encode as the official library does, and say what their tokens stand for', async () => {
    const tokenizer = await load({
      pre_tokenizer: { type: 'Whitespace' },
      decoder: { type: 'WordPiece', prefix: '##', cleanup: false },
      model: wordPiece,
    });
    expect([...tokenizer.encode('ab a zz').ids]).toEqual([0, 1, 0, 2]);
    expect(tokenizer.decode([0, 1, 99, 0])).toBe('ab a');
    expect(tokenizer.tokenBytes(1)).toEqual(new TextEncoder().encode('b'));
    expect(tokenizer.warnings).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    [
      'a kind',
      { model: { ...BPE, type: 'Future' } },
      'uses a model of type Future (known are BPE, Unigram, WordLevel, WordPiece), which is not known here',
    ],
    [
      'a model without a type',
      { model: { vocab: VOCAB } },
      'uses a model without a type (known are BPE, Unigram, WordLevel, WordPiece)',
    ],
    [
      'words over bytes',
      { model: wordPiece, pre_tokenizer: bytes },
      'uses a model of type WordPiece over bytes',
    ],
    [
      'a pre-tokenizer',
      { model: BPE, pre_tokenizer: { type: 'UnicodeScripts' } },
      'uses the pre-tokenizer UnicodeScripts',
    ],
    ['a decoder', { model: BPE, decoder: { type: 'CTC' } }, 'uses the decoder CTC'],
    ['a normalizer', { model: BPE, normalizer: { type: 'Later' } }, 'uses the normalizer Later'],
    [
      'no unknown word',
      { model: { ...wordPiece, unk_token: '?' } },
      'names the unknown token "?", which is not in',
    ],
    [
      'no unknown piece',
      { model: { ...unigram, unk_id: null } },
      'model has no unk_id within its vocabulary',
    ],
    ['no score', { model: { ...unigram, vocab: [['a']] } }, 'model has no token with a score at vocab[0]'],
    [
      'no map',
      { model: BPE, normalizer: { type: 'Precompiled', precompiled_charsmap: 'AAAA' } },
      'normalizer has a precompiled_charsmap that is no table',
    ],
  ])('are refused for %s, in words', async (_, tokenizer, message) => {
    await expect(load(tokenizer)).rejects.toThrow(message);
  });

  it('warn of a dropout', async () => {
    const { warnings } = await load({ model: { ...BPE, dropout: 0.1 } });
    expect(warnings).toEqual([expect.stringContaining('set model.dropout to null')]);
  });
});

describe('what is put around a text when special tokens are asked for', () => {
  const special = [added(4, '<s>'), added(5, '</s>')];
  const template = {
    type: 'TemplateProcessing',
    single: [{ SpecialToken: { id: '<s>' } }, { Sequence: { id: 'A' } }, { SpecialToken: { id: '</s>' } }],
  };
  const nested = { type: 'Sequence', processors: [{ type: 'ByteLevel', trim_offsets: true }, template] };
  const named = { bos_token: '<s>', eos_token: '</s>' };
  it.each<[string, unknown, unknown, { before: number[]; after: number[]; trimsOffsets: boolean }]>([
    ['nothing, where nothing says so', null, named, { before: [], after: [], trimsOffsets: false }],
    ['a template', template, null, { before: [4], after: [5], trimsOffsets: false }],
    [
      'what a template calls by a name',
      { ...template, special_tokens: { '<s>': { id: '<s>', ids: [5, 4], tokens: ['</s>', '<s>'] } } },
      null,
      { before: [5, 4], after: [5], trimsOffsets: false },
    ],
    ['one among others', nested, named, { before: [4], after: [5], trimsOffsets: true }],
    [
      'the config over the file',
      template,
      { ...named, add_bos_token: false, add_eos_token: true },
      { before: [], after: [5], trimsOffsets: false },
    ],
    [
      'what a class does by itself',
      null,
      { ...named, tokenizer_class: 'LlamaTokenizerFast' },
      { before: [4], after: [], trimsOffsets: false },
    ],
    [
      'no token that is not there',
      null,
      { add_bos_token: true },
      { before: [], after: [], trimsOffsets: false },
    ],
    [
      'offsets without blanks',
      { type: 'RobertaProcessing', sep: ['</s>', 5], cls: ['<s>', 4] },
      null,
      { before: [4], after: [5], trimsOffsets: true },
    ],
  ])('is %s', async (_, postProcessor, config, expected) => {
    const tokenizer = await load(
      { model: BPE, added_tokens: special, post_processor: postProcessor },
      { tokenizerConfig: config === null ? null : JSON.stringify(config) },
    );
    expect(tokenizer.postProcessing).toEqual(expected);
  });
});
