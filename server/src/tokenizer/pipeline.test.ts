import { describe, expect, it, test } from 'vitest';
import { characterMap } from '../../../scripts/tokenizers/odd/characterMap.ts';
import { Reference } from '../../../scripts/tokenizers/reference.ts';
import { loadTokenizer } from './index.ts';

type Json = Record<string, unknown>;

/** A small byte-fallback vocabulary: bytes, printable ASCII, a few letters and words. */
const CHARACTERS = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  ...'▁éßſ你ＡａäÅ',
];
const MERGES = [
  ['h', 'e'],
  ['l', 'l'],
  ['he', 'll'],
  ['hell', 'o'],
  ['▁', 'hello'],
  ['▁', '▁'],
  ['a', 'a'],
  ['aa', 'aa'],
];

function tokenizerJson(parts: Json, model: Json = {}): string {
  const tokens = [
    '<unk>',
    ...Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`),
    ...CHARACTERS,
    ...MERGES.map((merge) => merge.join('')),
  ];
  const vocab = Object.fromEntries(tokens.map((token, id) => [token, id]));
  return JSON.stringify({
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: { type: 'Sequence', decoders: [{ type: 'ByteFallback' }, { type: 'Fuse' }] },
    ...parts,
    model: {
      type: 'BPE',
      unk_token: '<unk>',
      byte_fallback: true,
      fuse_unk: true,
      vocab,
      merges: MERGES,
      ...model,
    },
  });
}

const TEXTS = [
  'hello hello  hello',
  ' hello\n\thello ',
  '\u00a0hello\u3000 x\u0085y ',
  "It's 12 o'clock, isn't it? $5.00! «éß»",
  'aaaaaaaaaaaa',
  'ABC äÅ A\u030a E\u0301 ＡａＢ ſt ſ S',
  '你好，hello世界。',
  'x<a>y <a> <b> <a>  <b>b a<b>',
  '🦩 a\ud800b',
  'foo_bar-baz 3.14 ½ ²',
  '',
];

async function sameAsReference(json: string, options: { readonly ranges: boolean }): Promise<void> {
  const files = { tokenizer: json, tokenizerConfig: null, generationConfig: null, specialTokensMap: null };
  const ours = await loadTokenizer(files);
  for (const expected of await new Reference(json).run(TEXTS)) {
    const { ids, starts, ends } = ours.encode(expected.text);
    expect([expected.text, ...ids]).toEqual([expected.text, ...expected.ids]);
    expect(ours.decode(ids)).toBe(expected.decoded);
    const spans = Array.from(starts, (start, at) => [start, ends[at]!]);
    if (options.ranges) expect([expected.text, ...spans]).toEqual([expected.text, ...expected.spans]);
  }
}

const split = (pattern: Json, behavior: string, invert = false): Json => ({
  type: 'Split',
  pattern,
  behavior,
  invert,
});

describe('pre-tokenizers cut as the official library does', () => {
  const behaviours = ['Removed', 'Isolated', 'Contiguous', 'MergedWithPrevious', 'MergedWithNext'];
  it.each<[string, Json]>([
    ...behaviours.map((name): [string, Json] => [`Split ${name}`, split({ Regex: '\\s|l' }, name)]),
    ...behaviours.map((name): [string, Json] => [`inverted ${name}`, split({ Regex: '[a-z]+' }, name, true)]),
    ['Split at text', split({ String: 'l' }, 'MergedWithNext')],
    ['Split that matches nothing wide', split({ Regex: 'x*' }, 'Isolated')],
    ['Digits', { type: 'Digits', individual_digits: false }],
    ['single Digits', { type: 'Digits', individual_digits: true }],
    ['Punctuation', { type: 'Punctuation', behavior: 'Contiguous' }],
    ['Whitespace', { type: 'Whitespace' }],
    ['WhitespaceSplit', { type: 'WhitespaceSplit' }],
    ['CharDelimiterSplit', { type: 'CharDelimiterSplit', delimiter: 'l' }],
    ['Metaspace first', { type: 'Metaspace', replacement: '▁', prepend_scheme: 'first', split: true }],
    ['Metaspace always', { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: false }],
    ['Metaspace never', { type: 'Metaspace', replacement: '▁', prepend_scheme: 'never', split: true }],
    [
      'Sequence',
      {
        type: 'Sequence',
        pretokenizers: [
          { type: 'WhitespaceSplit' },
          { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
        ],
      },
    ],
  ])('%s', async (name, pre_tokenizer) => {
    await sameAsReference(tokenizerJson({ pre_tokenizer }), {
      ranges: !/^(?:Metaspace|Sequence)/.test(name),
    });
  });
});

describe('patterns mean what they mean in the dialect of the official library', () => {
  it.each([
    "(?i:'s|'t|'LL)|\\p{L}+",
    '(?i)hello|ABC',
    'a(?i)b|c',
    '[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}{1,3}+',
    '(?>a+)a|l',
    '\\h+',
    '^.|.$',
    '\\Ah|\\z|o\\Z',
    '\\bh|\\Bl',
    '[[:alpha:]&&[^aeiou]]+',
    '[\\p{^L}&&\\S]',
    '[^\\W\\d_]+',
    '[]x]|[a\\-c]|[x-]',
    '\\x68|\\x{4f60}|\\u597d',
    '(?<word>h)(?=e)|(?<!l)l(?!o)',
    'l{2}|a{,3}b|a{3,}',
    '(?m:h.*)',
    '\\p{Han}+|\\p{sc=Latin}',
  ])('%s', async (pattern) => {
    const json = tokenizerJson({ pre_tokenizer: split({ Regex: pattern }, 'Isolated') });
    if (pattern.includes('sc=')) await expect(sameAsReference(json, { ranges: true })).rejects.toThrow();
    else await sameAsReference(json, { ranges: true });
  });
});

const precompiled = (replacements: Record<string, string>): Json => ({
  type: 'Precompiled',
  precompiled_charsmap: characterMap(new Map(Object.entries(replacements))),
});

describe('normalisers change as the official library does', () => {
  it.each<[string, Json]>([
    ['Lowercase', { type: 'Lowercase' }],
    ['Strip', { type: 'Strip', strip_left: true, strip_right: true }],
    [
      'StripAccents after NFD',
      { type: 'Sequence', normalizers: [{ type: 'NFD' }, { type: 'StripAccents' }] },
    ],
    ['NFKC', { type: 'NFKC' }],
    ['NFKD', { type: 'NFKD' }],
    ['Nmt', { type: 'Nmt' }],
    ['ByteLevel', { type: 'ByteLevel' }],
    [
      'BertNormalizer',
      { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: false },
    ],
    ['Precompiled, leaving out', precompiled({ '\ufeff': '', ' ': '', é: '', ſ: 'sss', ſt: 'x' })],
    ['Prepend', { type: 'Prepend', prepend: '▁' }],
    ['Replace', { type: 'Replace', pattern: { Regex: '\\s{2,}' }, content: ' ' }],
    ['Replace by longer', { type: 'Replace', pattern: { String: 'l' }, content: 'LL' }],
  ])('%s', async (_, normalizer) => {
    await sameAsReference(tokenizerJson({ normalizer }), { ranges: false });
  });
});

test('a long text goes through the table of SentencePiece without being quadratic', async () => {
  const json = tokenizerJson({ normalizer: precompiled({ é: 'e' }) });
  const files = { tokenizer: json, tokenizerConfig: null, generationConfig: null, specialTokensMap: null };
  const { ids, ends } = (await loadTokenizer(files)).encode('é'.repeat(100_000) + 'h'.repeat(100_000));
  expect([ids.length, ends.at(-1)]).toEqual([200_000, 200_000]);
});

describe('added tokens are found as the official library finds them', () => {
  const added = (content: string, flags: Json = {}): Json => ({
    id: 0,
    content,
    special: false,
    lstrip: false,
    rstrip: false,
    single_word: false,
    normalized: false,
    ...flags,
  });
  const tokens = (...list: Json[]): Json => ({
    added_tokens: list.map((token, at) => ({ ...token, id: 367 + at })),
  });

  it.each<[string, Json]>([
    ['longest', tokens(added('<a>'), added('<a>y'), added('<'))],
    ['lstrip', tokens(added('<a>', { lstrip: true }), added('<b>'))],
    ['rstrip', tokens(added('<a>', { rstrip: true }), added('<b>', { lstrip: true }))],
    ['single_word', tokens(added('<a>', { single_word: true }), added('b', { single_word: true }))],
    ['overlapping after rstrip', tokens(added('<a>', { rstrip: true }), added('  '))],
    ['normalized', { ...tokens(added('Hello', { normalized: true })), normalizer: { type: 'Lowercase' } }],
    ['normalized and not', tokens(added('<a>', { normalized: true }), added('<'))],
    ['in the vocabulary', { added_tokens: [added('hello'), { ...added('<z>'), id: 999 }] }],
  ])('%s', async (name, parts) => {
    await sameAsReference(tokenizerJson(parts), { ranges: !name.startsWith('overlapping') });
  });
});

describe('models and decoders', () => {
  it.each<[string, Json, Json]>([
    ['unknown characters fused', {}, { byte_fallback: false }],
    ['unknown characters apart', {}, { byte_fallback: false, fuse_unk: false }],
    ['no unknown token', {}, { byte_fallback: false, unk_token: null }],
    ['merges ignored', { pre_tokenizer: { type: 'WhitespaceSplit' } }, { ignore_merges: true }],
    ['merges as lines', {}, { merges: MERGES.map((merge) => merge.join(' ')) }],
    ['no decoder', { decoder: null }, {}],
    [
      'Metaspace decoder',
      { decoder: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true } },
      {},
    ],
    [
      'Replace and Strip',
      {
        normalizer: {
          type: 'Sequence',
          normalizers: [
            { type: 'Prepend', prepend: '▁' },
            { type: 'Replace', pattern: { String: ' ' }, content: '▁' },
          ],
        },
        decoder: {
          type: 'Sequence',
          decoders: [
            { type: 'Replace', pattern: { String: '▁' }, content: ' ' },
            { type: 'ByteFallback' },
            { type: 'Fuse' },
            { type: 'Strip', content: ' ', start: 1, stop: 0 },
          ],
        },
      },
      {},
    ],
  ])('%s', async (_, parts, model) => {
    await sameAsReference(tokenizerJson(parts, model), { ranges: false });
  });
});
