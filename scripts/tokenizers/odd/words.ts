import { characterMap } from './characterMap.ts';
import { markSpelling, train } from './trained.ts';
import {
  added,
  addedTokens,
  BYTE_TOKENS,
  file,
  metaspace,
  numbered,
  PRINTABLE,
  replace,
  sentencePieceDecoder,
  sequence,
  type Json,
  type Oddity,
} from './parts.ts';

const WORDS = [
  '[UNK]',
  '[CLS]',
  '[SEP]',
  ...new Set(
    'hello world the theory of other things don do that tell them all about 1 2 3 ab abc cafe é 你 好 世 界 . , - _ < > [ ] { } " : ;'.split(
      ' ',
    ),
  ),
];
const PARTS = [...PRINTABLE, 'llo', 'ld', 'ory', 's', 'er', 'é', 'ñ', '好'].map((part) => `##${part}`);
const wordPiece: Json = {
  type: 'WordPiece',
  unk_token: '[UNK]',
  continuing_subword_prefix: '##',
  max_input_chars_per_word: 20,
  vocab: numbered([...new Set([...WORDS, ...PRINTABLE.slice(33), ...PARTS])]),
};
const bert = (more: Json = {}): Json => ({
  type: 'BertNormalizer',
  clean_text: true,
  handle_chinese_chars: true,
  strip_accents: null,
  lowercase: true,
  ...more,
});
const bertParts: Json = {
  normalizer: bert(),
  pre_tokenizer: { type: 'BertPreTokenizer' },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
};
const wordPieceSize = Object.keys(wordPiece['vocab'] as object).length;

const words: readonly Oddity[] = [
  file('WordPiece: BERT', wordPiece, bertParts),
  file('WordPiece: cased', wordPiece, {
    ...bertParts,
    normalizer: bert({ lowercase: false, strip_accents: true }),
  }),
  file('WordPiece: as it stands', wordPiece, {
    ...bertParts,
    normalizer: bert({ clean_text: false, handle_chinese_chars: false, lowercase: false }),
  }),
  file('WordPiece: whitespace', wordPiece, {
    pre_tokenizer: { type: 'Whitespace' },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: false },
  }),
  file('WordPiece: with tokens', wordPiece, {
    ...bertParts,
    ...addedTokens(
      wordPieceSize,
      added('[MASK]', { special: true, lstrip: true }),
      added('hello', { normalized: true }),
    ),
  }),
  file(
    'WordLevel',
    { type: 'WordLevel', unk_token: '[UNK]', vocab: numbered(WORDS) },
    { pre_tokenizer: { type: 'Whitespace' } },
  ),
];

/** Scores as SentencePiece has them: longer and earlier is likelier. */
const scored = (tokens: readonly string[]): [string, number][] =>
  tokens.map((token, id) => [token, id < 3 ? 0 : -(2 + (id % 37) / 5 + 6 / [...token].length)]);
const unigram = (tokens: readonly string[], more: Json = {}): Json => ({
  type: 'Unigram',
  unk_id: 0,
  vocab: scored(tokens),
  byte_fallback: false,
  ...more,
});
const marks = train(markSpelling, ['<unk>', ...PRINTABLE, '▁'], 120);
const ugTokens = ['<unk>', '<s>', '</s>', ...marks.tokens.slice(1)];
const ugTokensWithBytes = [...ugTokens, ...BYTE_TOKENS];
const unigrams: readonly Oddity[] = [
  file('Unigram', unigram(ugTokens), {
    pre_tokenizer: metaspace('always', true),
    decoder: metaspace('always', true),
  }),
  file('Unigram: nothing cut', unigram(ugTokens), {
    pre_tokenizer: metaspace('first', false),
    decoder: metaspace('first', false),
  }),
  file('Unigram: bytes', unigram(ugTokensWithBytes, { byte_fallback: true }), {
    pre_tokenizer: metaspace('first', false),
    decoder: sentencePieceDecoder,
  }),
  file('Unigram: bytes, nothing else', unigram(ugTokensWithBytes, { byte_fallback: true }), {
    decoder: sentencePieceDecoder,
  }),
  file('Unigram: equal scores', unigram(ugTokens, { vocab: ugTokens.map((token) => [token, -1]) }), {
    pre_tokenizer: metaspace('never', true),
  }),
  file('Unigram: NFKC and blanks', unigram(ugTokens), {
    normalizer: sequence('normalizers', { type: 'NFKC' }, replace({ Regex: ' {2,}' }, ' ')),
    pre_tokenizer: sequence('pretokenizers', { type: 'WhitespaceSplit' }, metaspace('always', true)),
    decoder: metaspace('always', true),
  }),
];

const charsmap = characterMap(
  new Map([
    ['ﬁ', 'fi'],
    ['½', '1⁄2'],
    ['Ⅷ', 'VIII'],
    ['\u3000', ' '],
    ['\u00a0', ' '],
    ['\n', ' '],
    ['\r\n', '!'],
    ['e\u0301', 'é'],
    ['e', 'E'],
    ['A\u030a', 'Å'],
    ['a\u0323', 'ạ'],
    ['a\u0323\u0307', 'a.'],
    ['Ａ', 'A'],
    ['ＦＵ', 'x'],
    ['\u1112\u1161', '하'],
    ['\u{2f800}', '丽'],
    ['🦩', 'bird'],
  ]),
);
const precompiled: Json = { type: 'Precompiled', precompiled_charsmap: charsmap };
const mapped: readonly Oddity[] = [
  file('Unigram: as machine translation', unigram(ugTokens), { normalizer: { type: 'Nmt' } }),
  file('Unigram: as T5', unigram(ugTokens), {
    normalizer: sequence('normalizers', precompiled, replace({ Regex: ' {2,}' }, ' ')),
    pre_tokenizer: metaspace('always', true),
    decoder: metaspace('always', true),
  }),
];

export const WORD_MODELS: readonly Oddity[] = [...words, ...unigrams, ...mapped];
