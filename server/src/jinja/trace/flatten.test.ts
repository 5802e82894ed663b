/** A rope is followed to its leaves, up to a bound. */
import { expect, it } from 'vitest';
import { InputPath } from '../values/types.ts';
import { inputLeaf, join, literalLeaf } from './build.ts';
import { flatten, type Meaning } from './flatten.ts';

const site = { start: 3, end: 5 };
const path = new InputPath(null, 'bos_token');
const pair = join([literalLeaf(2, site), inputLeaf(1, path)]);
const rope = join([pair, pair, pair, pair]);
const meaning: Meaning = { template: { start: 0, end: 9 }, parentOf: () => -1 };

it('gives one run to each leaf', () => {
  const { runs } = flatten(rope, meaning);
  expect(runs.map(({ start, end, offset }) => [start, end, offset])).toEqual([
    [0, 2, -1],
    [2, 3, 0],
    [3, 5, -1],
    [5, 6, 0],
    [6, 8, -1],
    [8, 9, 0],
    [9, 11, -1],
    [11, 12, 0],
  ]);
});

it('says the rest in one run where there is more than it may follow', () => {
  const { runs } = flatten(rope, meaning, 9);
  expect(runs.at(-1)?.end).toBe(rope.length);
  expect(runs.at(-1)).toMatchObject({ path, offset: -1, message: -1 });
  expect(runs.length).toBeLessThan(8);
});
