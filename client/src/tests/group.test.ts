import { expect, test } from 'vitest';
import type { TestCase } from '../../../protocol/testing.ts';
import { groupOf } from './group.ts';

const one = (property: string, trajectory: string | null): TestCase => ({
  property,
  trajectory,
  outcome: 'passed',
  detail: '',
  renders: null,
  span: null,
});

test('properties have their conversations, in the order they came', () => {
  const cases = [one('append.tool', 'b'), one('clock', null), one('append.tool', 'a')];
  expect(groupOf(cases)).toEqual([
    {
      property: 'append.tool',
      whole: null,
      trajectories: new Map([
        ['b', cases[0]],
        ['a', cases[2]],
      ]),
    },
    { property: 'clock', whole: cases[1], trajectories: new Map() },
  ]);
});
