import { describe, expect, it } from 'vitest';
import { notPreserved } from '../../dev/qwen3.ts';
import { stretchesOf } from '../../dev/build.ts';
import { cells, gridFor } from '../testing/draw.ts';
import { moved, type Move } from './navigate.ts';

/** Rows: 0-2, 3-5, 6-8, seam, 9-10, 11-12, then the call: 13-14, 15-30, 31-33 | 9-10, 11-26, 27-29, then 30-58 on the right. */
const sides = gridFor(notPreserved, 'side-by-side');
const inline = gridFor(notPreserved, 'inline');

const go = (grid: typeof sides, lane: number, position: number, move: Move) => {
  const to = moved(grid, { lane, position }, move);
  return to === null ? null : [to.lane, to.position];
};

describe('moving over two panes', () => {
  it.each<[Move, [number, number], [number, number] | null]>([
    ['next', [0, 8], [0, 9]],
    ['next', [0, 33], null],
    ['previous', [0, 0], null],
    ['down', [0, 0], [0, 3]],
    ['down', [0, 7], [0, 10]],
    ['up', [0, 13], [0, 11]],
    ['up', [0, 1], null],
    ['rowStart', [0, 8], [0, 6]],
    ['rowEnd', [0, 6], [0, 8]],
    ['start', [1, 40], [1, 0]],
    ['end', [1, 0], [1, 58]],
    ['nextDifference', [0, 0], [0, 9]],
    ['nextDifference', [0, 9], [1, 30]],
    ['nextDifference', [1, 30], null],
    ['previousDifference', [1, 40], [0, 9]],
    ['previousDifference', [0, 9], null],
    ['otherSide', [0, 13], [1, 9]],
    ['otherSide', [1, 9], [0, 13]],
    ['otherSide', [0, 9], [1, 9]],
  ])('%s from %j goes to %j', (move, [lane, position], to) => {
    expect(go(sides, lane, position, move)).toEqual(to);
  });
});

it('has no other side where there is one lane', () => {
  expect(go(inline, 0, 3, 'otherSide')).toBeNull();
});

describe('what is folded away', () => {
  const lines = Array.from({ length: 20 }, (_, i) => `${i}\n`).join('|');
  const render = (text: string) => ({ ...notPreserved.before, tokens: cells(text) });
  const grid = gridFor(
    {
      before: render(`a\n|${lines}|x`),
      after: render(`b\n|${lines}|y`),
      stretches: stretchesOf([
        ['changed', 1, 1],
        ['equal', 20, 20],
        ['changed', 1, 1],
      ]),
    },
    'side-by-side',
    [],
  );

  it('is stepped over', () => {
    expect(grid.rows.filter((row) => row.kind === 'fold')).toEqual([
      { kind: 'fold', stretch: 1, tokens: 14 },
    ]);
    expect(go(grid, 0, 3, 'next')).toEqual([0, 18]);
    expect(go(grid, 1, 18, 'previous')).toEqual([1, 3]);
    expect(go(grid, 0, 3, 'down')).toEqual([0, 18]);
  });
});
