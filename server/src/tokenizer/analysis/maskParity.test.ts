/** The mask that `transformers` makes of spans, held against the official library's own answer for each character. */
import { describe, expect, test } from 'vitest';
import { fixtureRequire, tokenizerFiles } from '../../../../scripts/tokenizers/packages.ts';
import { loadTokenizer } from '../index.ts';
import { transformersMask } from './lossMask.ts';
import { seededRandom } from './random.ts';

interface Official {
  encode(
    text: string,
    pair: null,
    options: { addSpecialTokens: boolean },
  ): Promise<{ getIds(): number[]; charToToken(codePoint: number): number | null }>;
}

const { Tokenizer } = fixtureRequire('tokenizers') as { Tokenizer: { fromString(json: string): Official } };

/** None in which ranges differ by intention: a mark that is put before an emoji, a cluster that is composed. */
const texts = [
  'Hello there, what is it?\n\nNothing  at all. ',
  '  leading and trailing  ',
  'An emoji 🙂 🦩🏳️‍🌈 and 你好世界 and नमस्ते',
  'café naïve Größe',
  'a\tb\r\nc\n\n\n d',
  '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\nHi<|im_end|>',
  'x',
];

const trimming = (json: string) => {
  const config = JSON.parse(json) as Record<string, unknown>;
  return JSON.stringify({
    ...config,
    post_processor: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false },
  });
};

describe.each([
  ['qwen3', 'as it is', (json: string) => json],
  ['qwen3', 'with trimmed offsets', trimming],
  ['llama2', 'as it is', (json: string) => json],
])('%s %s', (name, _, changed) => {
  test('masks the same tokens', async () => {
    const files = tokenizerFiles(name);
    const json = changed(files.tokenizer);
    const tokenizer = await loadTokenizer({ ...files, tokenizer: json });
    const official = Tokenizer.fromString(json);
    const random = seededRandom(11);
    for (const text of texts) {
      const points = [...text];
      const encoding = tokenizer.encode(text);
      const reference = await official.encode(text, null, { addSpecialTokens: false });
      expect([...encoding.ids]).toEqual(reference.getIds());
      for (let round = 0; round < 60; round += 1) {
        const cuts = Array.from({ length: 4 }, () => Math.floor(random() * (points.length + 1)));
        const spans = spansOf(cuts);
        const units = spans.map(([start, end]) => ({
          start: points.slice(0, start).join('').length,
          end: points.slice(0, end).join('').length,
        }));
        const { mask } = transformersMask(tokenizer, text, encoding, units);
        const expected = maskBy((at) => reference.charToToken(at), encoding.ids.length, spans);
        expect({ text, spans, mask: [...mask] }).toEqual({ text, spans, mask: expected });
      }
    }
  });
});

/** Two spans of code points, neither empty. */
function spansOf(cuts: readonly number[]): [number, number][] {
  const [a = 0, b = 0, c = 0, d = 0] = [...cuts].sort((one, other) => one - other);
  const spans: [number, number][] = [
    [a, b],
    [c, d],
  ];
  return spans.filter(([start, end]) => end > start);
}

/** What is done with the answers: a span without a first token ends it, one without a last token runs to the end. */
function maskBy(
  tokenAt: (codePoint: number) => number | null,
  length: number,
  spans: readonly [number, number][],
): number[] {
  const mask = new Array<number>(length).fill(0);
  for (const [start, end] of spans) {
    const first = tokenAt(start);
    const last = tokenAt(end - 1);
    if (first === null) break;
    const to = last === null || last === 0 ? length : last + 1;
    for (let token = first; token < to; token += 1) mask[token] = 1;
  }
  return mask;
}
