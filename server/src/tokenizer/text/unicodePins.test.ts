import { describe, expect, it } from 'vitest';
import { Reference } from '../../../../scripts/tokenizers/reference.ts';
import { JsonReader } from '../files/reader.ts';
import { normalizerOf } from '../normalizers/index.ts';
import { unicodeForm } from '../normalizers/unicode.ts';
import { stagesOf } from '../pretokenizers/index.ts';
import { PreTokenizer } from '../pretokenizers/run.ts';
import { translatePattern } from '../regex/translate.ts';
import { verbatim } from './alignedText.ts';

const CHUNK = 0x4000;
/** Beyond lie private use and code points that no version has assigned. */
const LAST_ASSIGNED = 0x34000;

function* characterRuns(): Generator<string> {
  for (let first = 0; first < LAST_ASSIGNED; first += CHUNK) {
    const codePoints = Array.from({ length: CHUNK }, (_, at) => first + at);
    yield codePoints
      .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
      .map((codePoint) => String.fromCodePoint(codePoint))
      .join('');
  }
}

function reference(parts: Record<string, unknown>): Reference {
  return new Reference(
    JSON.stringify({
      added_tokens: [],
      normalizer: null,
      pre_tokenizer: null,
      post_processor: null,
      decoder: null,
      ...parts,
      model: { type: 'BPE', vocab: { a: 0 }, merges: [] },
    }),
  );
}

const bert = { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true };

describe('every code point is what it is to the official library', () => {
  it.each([
    ...[
      '\\p{L}',
      '\\p{N}',
      '\\p{M}',
      '\\p{P}',
      '\\p{S}',
      '\\p{Z}',
      '\\p{C}',
      '\\p{Lu}',
      '\\p{Ll}',
      '\\p{Lt}',
      '\\p{Lm}',
    ],
    ...[
      '\\p{Lo}',
      '\\p{Han}',
      '\\p{Nd}',
      '\\s',
      '\\d',
      '\\w',
      '\\h',
      '[[:alpha:]]',
      '[[:punct:]]',
      '[[:upper:]]',
      '(?i:k)',
    ],
  ])('for %s', (pattern) => {
    const theirs = reference({
      pre_tokenizer: {
        type: 'Split',
        pattern: { Regex: `(?:${pattern})+` },
        behavior: 'Removed',
        invert: true,
      },
    });
    const ours = new RegExp(translatePattern(`(?:${pattern})+`), 'vg');
    for (const run of characterRuns()) {
      expect((run.match(ours) ?? []).join('')).toBe(theirs.preTokenize(run).join(''));
    }
  });

  it.each([
    ['StripAccents', { type: 'StripAccents' }],
    ['Lowercase', { type: 'Lowercase' }],
    ['Nmt', { type: 'Nmt' }],
    ['BertNormalizer', { ...bert, lowercase: true, strip_accents: null }],
    ['BertNormalizer of cased models', { ...bert, lowercase: false, strip_accents: true }],
  ])('under %s', (_, normalizer) => {
    const theirs = reference({ normalizer });
    const ours = normalizerOf(new JsonReader(normalizer, 'tokenizer.json', 'normalizer'));
    for (const run of characterRuns()) {
      // Apart, or a mark would go with the letter before.
      const text = [...run].join('|');
      expect(ours(verbatim(text, 0)).text === theirs.normalize(text)).toBe(true);
    }
  });

  it.each(['Punctuation', 'BertPreTokenizer', 'Whitespace', 'WhitespaceSplit'])('cut by %s', (type) => {
    const config = { type, behavior: 'Isolated' };
    const theirs = reference({ pre_tokenizer: config });
    const ours = new PreTokenizer(stagesOf(new JsonReader(config, 'tokenizer.json', 'pre_tokenizer')));
    for (const run of characterRuns()) {
      const text = [...run].join('a');
      const pieces: string[] = [];
      ours.run(verbatim(text, 0), (aligned, from, to) => pieces.push(aligned.text.slice(from, to)));
      expect(pieces.join('\0') === theirs.preTokenize(text).join('\0')).toBe(true);
    }
  });

  it.each(['NFC', 'NFD', 'NFKC', 'NFKD'] as const)('under %s', (form) => {
    const theirs = reference({ normalizer: { type: form } });
    const ours = unicodeForm(form);
    for (const run of characterRuns()) {
      // By itself, moved before or behind another mark, and put together from its parts.
      const variants = [...run].flatMap((character) => [
        `x${character}\u0334`,
        `x\u0345${character}`,
        `${character.normalize('NFD')}|`,
      ]);
      const text = variants.join('');
      expect(ours(verbatim(text, 0)).text === theirs.normalize(text)).toBe(true);
    }
  });
});
