import { expect, test } from 'vitest';
import { markerPairs, openMarkers } from './openMarkers.ts';

const template = '<think></think>[TOOLS][/TOOLS]<|call_begin|><|call_end|><image>';

test('pairs are those that a template speaks of both halves of', () => {
  expect([...markerPairs(template)]).toEqual([
    ['<think>', '</think>'],
    ['[TOOLS]', '[/TOOLS]'],
    ['<|call_begin|>', '<|call_end|>'],
  ]);
});

test.each([
  ['<think>why</think>', '<think>', 0],
  ['<think>why', '<think>', 1],
  ['why</think>', '<think>', -1],
  ['<|call_begin|><|call_end|><|call_begin|>', '<|call_begin|>', 1],
  ['<image>', '[TOOLS]', 0],
])('%s leaves %s open %i times', (text, opener, open) => {
  expect(openMarkers(text, markerPairs(template)).get(opener)).toBe(open);
});
