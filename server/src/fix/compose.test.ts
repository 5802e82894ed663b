import { describe, expect, test } from 'vitest';
import { applyEdits } from './edits.ts';
import { composeEdits } from './compose.ts';

const source = '0123456789';
const edit = (start: number, end: number, text: string) => ({ span: { start, end }, text });

describe('edits made in turn are one set of edits of the first text', () => {
  test.each([
    ['after it', [edit(2, 3, 'abc')], [edit(8, 9, 'x')]],
    ['before it', [edit(6, 7, 'abc')], [edit(1, 2, 'x')]],
    ['right behind it', [edit(2, 3, 'abc')], [edit(5, 6, 'x')]],
    ['right before it', [edit(2, 3, 'abc')], [edit(1, 2, 'x')]],
    ['inside what it wrote', [edit(2, 3, 'abcdef')], [edit(4, 5, 'X')]],
    ['over its beginning', [edit(2, 3, 'abc')], [edit(0, 4, 'X')]],
    ['over its end', [edit(2, 3, 'abc')], [edit(4, 7, 'X')]],
    ['over all of it', [edit(2, 3, 'abc'), edit(5, 6, '')], [edit(1, 8, 'X')]],
    ['over one and behind another', [edit(1, 2, ''), edit(5, 6, 'abc')], [edit(5, 8, 'X')]],
    [
      'several at once',
      [edit(1, 2, 'ab'), edit(5, 6, '')],
      [edit(0, 1, 'X'), edit(3, 5, ''), edit(8, 8, 'Y')],
    ],
    ['where it took away', [edit(3, 6, '')], [edit(3, 3, 'X')]],
  ])('%s', (_, first, then) => {
    const inTurn = applyEdits(applyEdits(source, first), then);
    expect(applyEdits(source, composeEdits(source, first, then))).toBe(inTurn);
  });
});
