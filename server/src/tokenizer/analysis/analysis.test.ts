import { beforeAll, describe, expect, it } from 'vitest';
import { tokenizerFiles } from '../../../../scripts/tokenizers/packages.ts';
import { loadTokenizer, type Tokenizer } from '../index.ts';
import { checkCanonical } from './canonical.ts';
import { measureDrift, randomSegmentations } from './drift.ts';
import { concatRule, joinDelta } from './junction.ts';

const IM_END = 151645;
const THINK_END = 151668;

let qwen: Tokenizer;

beforeAll(async () => {
  qwen = await loadTokenizer(tokenizerFiles('qwen3'));
});

const ids = (text: string): number[] => [...qwen.encode(text).ids];

describe('canonical ids', () => {
  it('encode to themselves', () => {
    expect(checkCanonical(qwen, ids('<|im_start|>user\nHello 🦩<|im_end|>'))).toMatchObject({
      canonical: true,
      firstDifference: -1,
      differences: [],
    });
  });

  it.each([
    ['a word in two parts', [39, 4791], [9707], 'Hello'],
    ['two newlines apart', [THINK_END, 198, 198], [THINK_END, 271], '\n\n'],
    ['a control token spelled as text', [27, 91, 318, 6213, 91, 29], [IM_END], '<|im_end|>'],
  ])('differ for %s', (_, sampled, canonical, text) => {
    const check = checkCanonical(qwen, sampled);
    expect(check.canonical).toBe(false);
    expect([...check.canonicalIds]).toEqual(canonical);
    expect(check.differences.map((difference) => difference.text)).toEqual([text]);
  });

  it('names each stretch that differs', () => {
    const check = checkCanonical(qwen, [39, 4791, 1879, IM_END, 39, 4791, 0]);
    expect(check.firstDifference).toBe(0);
    expect(check.differences).toEqual([
      { ids: [0, 2], canonicalIds: [0, 1], text: 'Hello' },
      { ids: [4, 6], canonicalIds: [3, 4], text: 'Hello' },
    ]);
  });

  it('are not those that end inside a character', () => {
    expect(checkCanonical(qwen, [11162]).canonical).toBe(false);
    expect(checkCanonical(qwen, []).canonical).toBe(true);
  });
});

describe('drift', () => {
  const options = { seed: 7, samples: 20, share: 0.3 };
  const text = '<think>\nLet me see.\n</think>\n\n{"name": "get_weather"}<|im_end|>';

  it('tries segmentations that decode to the same text, the same for the same seed', () => {
    const segmentations = randomSegmentations(qwen, text, options);
    expect(segmentations.length).toBeGreaterThan(10);
    for (const segmentation of segmentations) expect(qwen.decode(segmentation)).toBe(text);
    expect(randomSegmentations(qwen, text, options)).toEqual(segmentations);
    expect(randomSegmentations(qwen, text, { ...options, seed: 8 })).not.toEqual(segmentations);
  });

  it('is counted, with the smallest witness', () => {
    const report = measureDrift(qwen, text, options);
    expect(report.rate).toBe(1);
    expect(report.drifted).toBe(report.samples);
    expect(report.witness!.check.differences.length).toBeGreaterThan(0);
  });

  it('needs something to split', () => {
    expect(measureDrift(qwen, '<|im_end|>', options)).toEqual({
      samples: 0,
      drifted: 0,
      rate: 0,
      witness: null,
    });
  });
});

describe('the junction of sampled ids and a delta', () => {
  const join = (sampled: number[], delta: string) => {
    const junction = joinDelta(qwen, sampled, [IM_END], delta);
    return {
      rule: junction.rule,
      kept: junction.kept,
      text: qwen.decode([...sampled.slice(0, junction.kept), ...junction.appended]),
      removed: [...junction.removed],
      appended: [...junction.appended],
    };
  };

  it('is plain after a stop token, whatever was sampled before', () => {
    const sampled = [39, 4791, IM_END];
    expect(join(sampled, '\n<|im_start|>user\n')).toMatchObject({
      rule: 'plain',
      kept: 3,
      text: 'Hello<|im_end|>\n<|im_start|>user\n',
    });
  });

  it('is trimmed to the stop token where what follows it would merge', () => {
    const sampled = [9707, IM_END, 198];
    expect(join(sampled, '\nuser')).toMatchObject({ rule: 'trimmed-to-stop', kept: 2, removed: [198] });
    expect(join(sampled, '\nuser').appended).toEqual(ids('\n\nuser'));
  });

  it('is repaired where sampled text itself merges, and no id before the seam is touched', () => {
    const sampled = [39, 4791, 1879];
    expect(join(sampled, 'ly things')).toMatchObject({
      rule: 'seam-repair',
      kept: 2,
      removed: [1879],
      text: 'Hello worldly things',
    });
    expect(join([], 'Hello')).toMatchObject({ rule: 'plain', kept: 0, appended: [9707] });
  });

  it('is judged against the whole text too', () => {
    const rule = (prefix: string, whole: string) => concatRule(qwen, prefix, whole, [IM_END]);
    expect(rule('a<|im_end|>', 'a<|im_end|>\nb').rule).toBe('plain');
    expect(rule('a<|im_end|>\n', 'a<|im_end|>\n\nb').rule).toBe('trimmed-to-stop');
    const repair = rule('Hello wor', 'Hello world');
    expect(repair).toMatchObject({ rule: 'seam-repair', at: 1 });
    expect([...repair.inserted]).toEqual([1879]);
    expect(() => rule('b', 'a')).toThrow(RangeError);
  });
});
