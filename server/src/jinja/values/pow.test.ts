import { expect, test } from 'vitest';
import { positivePower } from './pow.ts';

/** Recorded from CPython 3.11.7 with glibc 2.36. */
test.each([
  [0.1, 0.1, 0.7943282347242815],
  [10, -3, 0.001],
  [1.1, 10, 2.5937424601000023],
  [2, 0.5, 1.4142135623730951],
  [5, 22, 2384185791015625],
  [1.0000001, 1e7, 2.7182816941320818],
  [3.7, -45.2, 2.0762616015189015e-26],
])('%d ** %d', (base, exponent, expected) => {
  expect(positivePower(base, exponent)).toBe(expected);
});

test('beyond the range of doubles', () => {
  expect(positivePower(10, 400)).toBe(Infinity);
  expect(positivePower(10, -400)).toBe(0);
});
