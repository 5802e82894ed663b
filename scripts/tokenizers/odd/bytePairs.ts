import { tokenOfBytes } from '../../../server/src/tokenizer/text/byteAlphabet.ts';
import {
  added,
  addedTokens,
  byteLevel,
  BYTE_TOKENS,
  file,
  metaspace,
  numbered,
  PRINTABLE,
  replace,
  sentencePieceDecoder,
  sequence,
  split,
  type Json,
  type Oddity,
} from './parts.ts';
import { affixSpelling, byteSpelling, markSpelling, train, type Trained } from './trained.ts';

const BYTES = Array.from({ length: 256 }, (_, byte) => tokenOfBytes(Uint8Array.of(byte)));
const bytes = train(byteSpelling, BYTES, 120);
const marks = train(markSpelling, ['<unk>', ...BYTE_TOKENS, ...PRINTABLE, '▁'], 120);
const marksWithoutBytes = train(markSpelling, ['<unk>', ...PRINTABLE, '▁'], 120);
const someBytes = train(markSpelling, ['<unk>', ...BYTE_TOKENS.slice(0, 0xe0), '▁'], 120);

const bpe = ({ tokens, merges }: Trained, more: Json = {}): Json => ({
  type: 'BPE',
  dropout: null,
  unk_token: null,
  continuing_subword_prefix: null,
  end_of_word_suffix: null,
  fuse_unk: false,
  byte_fallback: false,
  ignore_merges: false,
  vocab: numbered(tokens),
  merges,
  ...more,
});

const fallback: Json = { unk_token: '<unk>', byte_fallback: true, fuse_unk: true };

/** Byte level, with these parts. */
const ofBytes = (name: string, parts: Json = {}, model: Json = {}): Oddity =>
  file(`bytes: ${name}`, bpe(bytes, model), { pre_tokenizer: byteLevel, decoder: byteLevel, ...parts });
/** Characters with fallback to bytes, with these parts. */
const ofMarks = (name: string, parts: Json = {}, model: Json = {}, trained = marks): Oddity =>
  file(`marks: ${name}`, bpe(trained, { ...fallback, ...model }), {
    decoder: sentencePieceDecoder,
    ...parts,
  });

const inBytes = (...tokens: readonly Json[]): Json => addedTokens(bytes.tokens.length, ...tokens);
const inMarks = (...tokens: readonly Json[]): Json => addedTokens(marks.tokens.length, ...tokens);

const byteLevels: readonly Oddity[] = [
  ofBytes('plain'),
  ofBytes('space before', { pre_tokenizer: { ...byteLevel, add_prefix_space: true } }),
  ofBytes('no pattern', { pre_tokenizer: { ...byteLevel, use_regex: false } }),
  ofBytes('space before, no pattern', {
    pre_tokenizer: { ...byteLevel, use_regex: false, add_prefix_space: true },
  }),
  ofBytes('offsets kept', { pre_tokenizer: { ...byteLevel, trim_offsets: false } }),
  ofBytes('no merges', {}, { merges: [] }),
  ofBytes('merges ignored', {}, { ignore_merges: true }),
  ofBytes('merges as lines', {}, { merges: bytes.merges.map((merge) => merge.join(' ')) }),
  ofBytes('digits first', {
    pre_tokenizer: sequence('pretokenizers', { type: 'Digits', individual_digits: true }, byteLevel),
  }),
  ofBytes('cut, then space before each', {
    pre_tokenizer: sequence(
      'pretokenizers',
      { type: 'WhitespaceSplit' },
      { ...byteLevel, add_prefix_space: true },
    ),
  }),
  ofBytes('pattern inverted', {
    pre_tokenizer: sequence('pretokenizers', split({ Regex: '\\p{L}+|\\p{N}{1,3}|\\s+' }, 'Removed', true), {
      ...byteLevel,
      use_regex: false,
    }),
  }),
  ofBytes('isolated inverted', {
    pre_tokenizer: sequence('pretokenizers', split({ Regex: '\\p{L}+' }, 'Isolated', true), {
      ...byteLevel,
      use_regex: false,
    }),
  }),
  ofBytes('NFC, then replaced', {
    normalizer: sequence(
      'normalizers',
      { type: 'NFC' },
      replace({ Regex: '\\s{2,}|é' }, '_'),
      replace({ String: 'the' }, ''),
    ),
  }),
  ofBytes('NFKC', { normalizer: { type: 'NFKC' } }),
  ofBytes('stripped', { normalizer: { type: 'Strip', strip_left: true, strip_right: false } }),
  ofBytes('byte level in the normaliser', {
    normalizer: { type: 'ByteLevel' },
    pre_tokenizer: null,
  }),
  ofBytes('an unknown token', {}, { unk_token: bytes.tokens[3]! }),
  ofBytes('suffix', {}, { end_of_word_suffix: '</w>' }),
  ofBytes('cut to length and padded', {
    truncation: { direction: 'Right', max_length: 3, strategy: 'LongestFirst', stride: 0 },
    padding: {
      strategy: { Fixed: 8 },
      direction: 'Right',
      pad_to_multiple_of: null,
      pad_id: 0,
      pad_type_id: 0,
      pad_token: '!',
    },
  }),
  ofBytes('template with pairs', {
    ...inBytes(added('<s>', { special: true })),
    post_processor: {
      type: 'TemplateProcessing',
      single: [{ SpecialToken: { id: '<s>', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
      pair: [
        { SpecialToken: { id: '<s>', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { Sequence: { id: 'B', type_id: 1 } },
      ],
      special_tokens: { '<s>': { id: '<s>', ids: [bytes.tokens.length], tokens: ['<s>'] } },
    },
  }),
];

const sentencePieces: readonly Oddity[] = [
  ofMarks('as Llama 2', {
    normalizer: sequence('normalizers', { type: 'Prepend', prepend: '▁' }, replace({ String: ' ' }, '▁')),
  }),
  ofMarks('first', { pre_tokenizer: metaspace('first', false) }),
  ofMarks('first, cut', { pre_tokenizer: metaspace('first', true) }),
  ofMarks('always', { pre_tokenizer: metaspace('always', true) }),
  ofMarks('never', { pre_tokenizer: metaspace('never', true) }),
  ofMarks('first, with tokens', {
    ...inMarks(
      added('<a>', { special: true }),
      added('<b>', { lstrip: true }),
      added('[X]', { normalized: true }),
    ),
    pre_tokenizer: metaspace('first', false),
  }),
  ofMarks('always, with tokens', {
    ...inMarks(
      added('<a>', { special: true }),
      added('<b>', { rstrip: true }),
      added('[X]', { normalized: true }),
    ),
    pre_tokenizer: metaspace('always', true),
  }),
  ofMarks('add_prefix_space of old', {
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
    decoder: { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
  }),
  ofMarks('decoder first', {
    pre_tokenizer: metaspace('first', true),
    decoder: metaspace('first', true),
  }),
  ofMarks('first after a cut', {
    pre_tokenizer: sequence(
      'pretokenizers',
      { type: 'Punctuation', behavior: 'Isolated' },
      metaspace('first', true),
    ),
  }),
  ofMarks('first after a strip', {
    normalizer: { type: 'Strip', strip_left: true, strip_right: true },
    pre_tokenizer: metaspace('first', true),
  }),
  ofMarks('first after Prepend', {
    normalizer: { type: 'Prepend', prepend: 'a' },
    pre_tokenizer: metaspace('first', true),
  }),
  ofMarks('many changes', {
    normalizer: sequence(
      'normalizers',
      { type: 'NFKD' },
      { type: 'StripAccents' },
      { type: 'Lowercase' },
      replace({ Regex: '[\\r\\n]+' }, ' '),
      { type: 'Strip', strip_left: true, strip_right: true },
      { type: 'Prepend', prepend: '▁' },
      replace({ String: ' ' }, '▁'),
    ),
  }),
  ofMarks('unknown fused', {}, { byte_fallback: false }, marksWithoutBytes),
  ofMarks('unknown apart', {}, { byte_fallback: false, fuse_unk: false }, marksWithoutBytes),
  ofMarks('nothing for the unknown', {}, { byte_fallback: false, unk_token: null }, marksWithoutBytes),
  ofMarks('some bytes, fused', {}, {}, someBytes),
  ofMarks('some bytes, apart', {}, { fuse_unk: false }, someBytes),
  ofMarks('merges ignored', { pre_tokenizer: metaspace('always', true) }, { ignore_merges: true }),
  ofMarks('decoder of blanks', { decoder: { type: 'Strip', content: ' ', start: 1, stop: 0 } }),
];

const affixes: readonly Oddity[] = [
  ['prefix', '##', ''],
  ['suffix', '', '</w>'],
  ['both', '@@', '</w>'],
].flatMap(([name, prefix, suffix]) => {
  const trained = train(affixSpelling(prefix!, suffix!), ['<unk>', ...PRINTABLE], 150);
  const model = bpe(trained, {
    unk_token: '<unk>',
    continuing_subword_prefix: prefix === '' ? null : prefix,
    end_of_word_suffix: suffix === '' ? null : suffix,
  });
  const pre_tokenizer = { type: 'Whitespace' };
  return [
    file(`${name}: words`, model, { pre_tokenizer, decoder: { type: 'BPEDecoder', suffix: '</w>' } }),
    file(`${name}: words, WordPiece's decoder`, model, {
      pre_tokenizer,
      decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    }),
    file(`${name}: nothing cut`, model, { decoder: { type: 'BPEDecoder', suffix: '</w>' } }),
  ];
});

const found: readonly Oddity[] = [
  ofBytes('tokens that overlap', inBytes(added('<a>'), added('<a><b>'), added('<'), added('a><'))),
  ofBytes(
    'tokens that take blanks',
    inBytes(
      added('<a>', { lstrip: true, rstrip: true }),
      added('<b>', { rstrip: true }),
      added('</s>', { lstrip: true }),
    ),
  ),
  ofBytes(
    'tokens that are words',
    inBytes(
      added('he', { single_word: true }),
      added('<a>', { single_word: true }),
      added('你好', { single_word: true }),
      added('é', { single_word: true, lstrip: true }),
    ),
  ),
  ofBytes('tokens of the normal form', {
    ...inBytes(
      added('ﬁ', { normalized: true }),
      added('fine', { normalized: true }),
      added('½', { normalized: true }),
      added('<a>', { special: true }),
    ),
    normalizer: { type: 'NFKC' },
  }),
  ofBytes('tokens of the normal form that take blanks', {
    ...inBytes(
      added('ABC', { normalized: true, lstrip: true, rstrip: true }),
      added('hello', { normalized: true, single_word: true }),
    ),
    normalizer: { type: 'Lowercase' },
  }),
  ofBytes('tokens of one blank', inBytes(added(' '), added('\n\n'), added('  ', { normalized: true }))),
  ofBytes('tokens that the vocabulary has', {
    added_tokens: [
      { id: 1, ...added(bytes.tokens[300]!) },
      { id: 2, ...added('a') },
    ],
  }),
  ofBytes('tokens of half characters', inBytes(added('\u0301'), added('\ufffd'), added('👍🏽'))),
  ofMarks('tokens and Prepend', {
    ...inMarks(
      added('<a>', { special: true }),
      added('[X]', { normalized: true }),
      added('▁▁', { normalized: true }),
    ),
    normalizer: sequence('normalizers', { type: 'Prepend', prepend: '▁' }, replace({ String: ' ' }, '▁')),
  }),
];

export const BYTE_PAIRS: readonly Oddity[] = [...byteLevels, ...sentencePieces, ...affixes, ...found];
