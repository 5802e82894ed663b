import { describe, expect, it } from 'vitest';
import {
  hardDocuments,
  languageDocuments,
  randomDocuments,
} from '../../../../scripts/tokenizers/documents.ts';
import { tokenizerFiles } from '../../../../scripts/tokenizers/packages.ts';
import { loadTokenizer } from '../index.ts';
import { bytesOfToken } from '../text/byteAlphabet.ts';
import { wellFormed } from '../text/wellFormed.ts';
import type { TokenizerFiles } from '../types.ts';
import { TEKKEN } from './patterns.ts';
import { tekkenFiles } from './tekken.ts';
import { rankFile, tiktokenIds } from './testing/rankFile.ts';
import { looksLikeRanks, tiktokenFiles } from './tiktoken.ts';

const none = { tokenizerConfig: null, generationConfig: null, specialTokensMap: null };
const tiktoken = (ranks: string, config: string | null = null) =>
  tiktokenFiles({ ...none, tokenizerConfig: config, ranks, file: 'x.tiktoken' });

function texts(special: readonly string[]): string[] {
  const random = randomDocuments(11, special);
  const documents = [...hardDocuments(), ...languageDocuments()];
  return [...documents, ...Array.from({ length: 500 }, () => random.next().value as string)]
    .map(wellFormed)
    .filter((text) => text.length < 20_000);
}

describe('ids of a rank file equal those of tiktoken', () => {
  it.each(['o200k_base', 'cl100k_base', 'p50k_base'])(
    '%s',
    async (encoding) => {
      const tokenizer = await loadTokenizer(tiktoken(rankFile(encoding)));
      const documents = texts(tokenizer.addedTokens.map(({ content }) => content));
      const expected = tiktokenIds(encoding, documents);
      const different = documents.filter((text, at) => {
        const { ids } = tokenizer.encode(text);
        return ids.length !== expected[at]!.length || ids.some((id, token) => id !== expected[at]![token]);
      });
      expect(different).toEqual([]);
      expect(tokenizer.specialTokens).toEqual({ eos_token: '<|endoftext|>' });
    },
    120_000,
  );
});

interface Json {
  readonly model: { readonly vocab: Record<string, number>; readonly merges: readonly [string, string][] };
  readonly added_tokens: readonly {
    readonly id: number;
    readonly content: string;
    readonly special: boolean;
  }[];
}
const jsonOf = ({ tokenizer }: TokenizerFiles): Json => JSON.parse(tokenizer) as Json;

describe('merges recovered from ranks', () => {
  it('are those of the tokenizer.json that the model was published with', () => {
    const ours = jsonOf(tiktoken(rankFile('o200k_base'))).model.merges.map((pair) => pair.join(' '));
    const published = jsonOf(tokenizerFiles('gptoss')).model.merges.map((pair) => pair.join(' '));
    expect(ours).toHaveLength(446_189);
    expect(ours.filter((merge, at) => merge !== published[at])).toEqual([]);
  }, 60_000);
});

describe('a rank file', () => {
  it('takes its special tokens from the config beside it', async () => {
    const config = {
      added_tokens_decoder: { 50256: { content: '<s>', special: true }, 60000: { content: '<turn>' } },
      eos_token: '<turn>',
    };
    const tokenizer = await loadTokenizer(tiktoken(rankFile('p50k_base'), JSON.stringify(config)));
    expect([...tokenizer.encode('<turn><s>').ids]).toEqual([60000, 50256]);
    expect(tokenizer.eosIds).toEqual([60000]);
  });

  it.each([
    [
      'is no vocabulary that is known',
      'IQ== 0\nIg== 1\n',
      'x.tiktoken has 2 tokens and does not say how text is cut',
    ],
    ['has a line that is none', 'IQ== 0\n!! 1\n', 'x.tiktoken:2 is no token'],
    [
      'has its special tokens elsewhere',
      Array.from({ length: 128_000 }, (_, rank) => `${btoa(String(rank))} ${rank}`).join('\n'),
      'x.tiktoken is the vocabulary of Llama 3, but its special tokens are in tokenizer_config.json',
    ],
  ])('%s', (_, ranks, message) => {
    expect(() => tiktoken(ranks)).toThrow(message);
  });

  it('is known by its first line', () => {
    expect(looksLikeRanks('IQ== 0\nIg== 1\n')).toBe(true);
    expect(looksLikeRanks('\n\x0e\n\x05<unk>')).toBe(false);
  });
});

/** As Mistral publishes it, made of the tokenizer.json that has the same vocabulary. */
function tekken(): Record<string, unknown> {
  const { model, added_tokens } = jsonOf(tokenizerFiles('mistral_nemo'));
  const special = added_tokens.length;
  const ranked = Object.entries(model.vocab)
    .filter(([, id]) => id >= special)
    .sort(([, a], [, b]) => a - b);
  const vocab = ranked.map(([token, id]) => ({
    rank: id - special,
    token_bytes: Buffer.from(bytesOfToken(token)!).toString('base64'),
    token_str: null,
  }));
  return {
    config: {
      pattern: TEKKEN,
      default_vocab_size: special + vocab.length,
      default_num_special_tokens: special,
    },
    // More than the model has, as in the published file.
    vocab: [...vocab, { rank: vocab.length, token_bytes: 'IQ==', token_str: '!' }],
    special_tokens: added_tokens.map(({ id, content }) => ({
      rank: id,
      token_str: content,
      is_control: true,
    })),
  };
}

describe('tekken.json', () => {
  it('has the ids of the tokenizer.json', async () => {
    const original = await loadTokenizer(tokenizerFiles('mistral_nemo'));
    const tokenizer = await loadTokenizer(tekkenFiles(JSON.stringify(tekken()), 'tekken.json', none));
    for (const text of texts(original.addedTokens.map(({ content }) => content))) {
      expect([...tokenizer.encode(text).ids]).toEqual([...original.encode(text).ids]);
    }
    expect(tokenizer.specialTokens).toMatchObject({ bos_token: '<s>', eos_token: '</s>' });
  }, 60_000);

  it('may leave out its special tokens: then they are the first that there were', () => {
    const config = { pattern: 'a', default_vocab_size: 31, default_num_special_tokens: 30 };
    const vocab = [{ rank: 0, token_bytes: 'IQ==' }];
    const { added_tokens, model } = jsonOf(
      tekkenFiles(JSON.stringify({ config, vocab }), 'tekken.json', none),
    );
    expect([1, 3, 9, 25].map((id) => added_tokens[id]?.content)).toEqual([
      '<s>',
      '[INST]',
      '[TOOL_CALLS]',
      '<SPECIAL_25>',
    ]);
    expect(model.vocab['!']).toBe(30);
  });

  const config = { pattern: 'a', default_vocab_size: 3, default_num_special_tokens: 1 };
  const vocab = [
    { rank: 0, token_bytes: 'IQ==' },
    { rank: 1, token_bytes: 'Ig==' },
  ];
  it.each<[string, Record<string, unknown>, string]>([
    ['no config', { vocab }, 'tekken.json: config must be an object'],
    ['gaps', { config, vocab: vocab.slice(1) }, 'vocab has to have the ranks from 0'],
    ['no base64', { config, vocab: [{ rank: 0, token_bytes: '?' }] }, 'vocab[0] has token_bytes that are no'],
  ])('with %s is refused', (_, file, message) => {
    expect(() => tekkenFiles(JSON.stringify(file), 'tekken.json', none)).toThrow(message);
  });
});
