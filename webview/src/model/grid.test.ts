import { describe, expect, it } from 'vitest';
import { stretchesOf } from '../../dev/build.ts';
import { cells, drawn, gridFor, metricsOf } from '../testing/draw.ts';
import { notPreserved, textOnly } from '../../dev/qwen3.ts';
import { rowOf } from './grid.ts';

type Lengths = Parameters<typeof stretchesOf>[0];

function model(before: string, after: string, lengths: Lengths, ids = true) {
  const render = (text: string) => ({
    ...notPreserved.before,
    text: text.replaceAll('|', ''),
    tokens: cells(text, ids),
  });
  return { before: render(before), after: render(after), stretches: stretchesOf(lengths) };
}

const oneWordChanged = model('a|\n|b|c|\n|d', 'a|\n|b|x|y|\n|d', [
  ['equal', 3, 3],
  ['changed', 1, 2],
  ['equal', 2, 2],
]);

describe('side by side', () => {
  it('parts at the divergence and meets again on the next equal line', () => {
    expect(drawn(gridFor(oneWordChanged, 'side-by-side'))).toEqual([
      'a|↵   a|↵',
      'b   b',
      '=== seam',
      '-c-|↵   +x+|+y+|↵',
      'd   d',
    ]);
  });

  it('fills up beside what only one render has', () => {
    const lines = model('a\n|lost\n|b\n', 'a\n|b\n|new', [
      ['equal', 1, 1],
      ['changed', 1, 0],
      ['equal', 1, 1],
      ['changed', 0, 1],
    ]);
    expect(drawn(gridFor(lines, 'side-by-side'))).toEqual([
      'a↵   a↵',
      '=== seam',
      '-lost↵-   /',
      'b↵   b↵',
      '/   +new+',
    ]);
  });

  it('puts the seam of an append at the end of the first render', () => {
    const appended = model('a\n', 'a\n|b', [
      ['equal', 1, 1],
      ['changed', 0, 1],
    ]);
    expect(drawn(gridFor(appended, 'side-by-side'))).toEqual(['a↵   a↵', '=== seam', '/   +b+']);
  });

  it('has no seam where nothing differs', () => {
    expect(drawn(gridFor(model('a', 'a', [['equal', 1, 1]]), 'side-by-side'))).toEqual(['a   a']);
  });

  it('shows the lost think block of Qwen3', () => {
    expect(drawn(gridFor(notPreserved, 'side-by-side')).slice(2, 7)).toEqual([
      '<|im_start|>|assistant|↵   <|im_start|>|assistant|↵',
      '=== seam',
      '-<think>-|-↵↵-   /',
      '-</think>-|-↵↵-   /',
      '<tool_call>|↵   <tool_call>|↵',
    ]);
  });
});

describe('inline', () => {
  it('shows equal tokens once and both versions of the rest', () => {
    expect(drawn(gridFor(oneWordChanged, 'inline'))).toEqual(['a|↵', 'b', '=== seam', '-c-|+x+|+y+|↵', 'd']);
  });
});

describe('rows', () => {
  it('end where the width is used up', () => {
    const long = model('a|b|c|d|e', 'a|b|c|d|e', [['equal', 5, 5]]);
    expect(drawn(gridFor(long, 'inline', null, metricsOf(2)))).toEqual(['a|b', 'c|d', 'e']);
  });

  it('cut a token that is wider than a row', () => {
    const wide = model('abcdefgh', 'abcdefgh', [['equal', 1, 1]]);
    expect(drawn(gridFor(wide, 'inline', null, metricsOf(2)))).toEqual(['abcde', 'fgh']);
  });

  it('never cut a surrogate pair', () => {
    const wide = model('🌤🌤🌤🌤', '🌤🌤🌤🌤', [['equal', 1, 1]]);
    expect(drawn(gridFor(wide, 'inline', null, metricsOf(1)))).toEqual(['🌤', '🌤', '🌤', '🌤']);
  });

  it('leave room for ids that are wider than their token', () => {
    const short = model('a|b', 'a|b', [['equal', 2, 2]]);
    const metrics = { ...metricsOf(2), ids: true, idColumn: 3 };
    expect(drawn(gridFor(short, 'inline', null, metrics))).toEqual(['a', 'b']);
  });

  it('show runs without ids as lines of text', () => {
    expect(drawn(gridFor(textOnly, 'side-by-side')).slice(0, 6)).toEqual([
      '<|im_start|>user↵   <|im_start|>user↵',
      'dummy<|im_end|>↵   dummy<|im_end|>↵',
      '<|im_start|>assistant↵   <|im_start|>assistant↵',
      '=== seam',
      '-<think>↵-   /',
      '-↵-   /',
    ]);
  });

  it('are none for an empty render', () => {
    expect(drawn(gridFor(model('', '', []), 'inline'))).toEqual([]);
  });
});

const manyLines = Array.from({ length: 20 }, (_, i) => `${i}\n`).join('|');
const long = model(`${manyLines}|x`, `${manyLines}|y`, [
  ['equal', 20, 20],
  ['changed', 1, 1],
]);

describe('folding', () => {
  it('leaves three rows before a difference', () => {
    expect(drawn(gridFor(long, 'inline', []))).toEqual([
      '=== 17 folded in stretch 0',
      '17↵',
      '18↵',
      '19↵',
      '=== seam',
      '-x-|+y+',
    ]);
  });

  it('is undone for a stretch that was unfolded', () => {
    expect(drawn(gridFor(long, 'inline', [0]))).toHaveLength(22);
  });

  it('leaves a document without differences as it is', () => {
    const same = model(manyLines, manyLines, [['equal', 20, 20]]);
    expect(drawn(gridFor(same, 'side-by-side', []))).toHaveLength(20);
  });
});

describe('rowOf', () => {
  it.each([
    ['a token in sight', 18, 2],
    ['a token folded away', 3, 0],
    ['no such token', 99, -1],
  ])('finds the row of %s', (_what, position, row) => {
    expect(rowOf(gridFor(long, 'inline', []), { lane: 0, position })).toBe(row);
  });

  it('finds the first row of a token that takes several', () => {
    const wide = model('a\n|bcdefghijklmnop', 'a\n|bcdefghijklmnop', [['equal', 2, 2]]);
    expect(rowOf(gridFor(wide, 'inline', null, metricsOf(2)), { lane: 0, position: 1 })).toBe(1);
  });
});
