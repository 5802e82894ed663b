import { describe, expect, test } from 'vitest';
import { print } from '../values/print.ts';
import { dumps } from './dumps.ts';
import { plainJson, readJson, writeJson } from './exactNumbers.ts';
import { fromJs } from './fromJs.ts';

describe('numbers reach a template as they were written', () => {
  test.each([
    ['1', '1'],
    ['1.0', '1.0'],
    ['-0', '0'],
    ['-0.0', '-0.0'],
    ['1e2', '100.0'],
    ['0.1', '0.1'],
    ['12345678901234567890', '12345678901234567890'],
    ['{"a": [1.0, "1.0", 2]}', '{"a": [1.0, "1.0", 2]}'],
    ['"a \\"1.0\\" b"', '"a \\"1.0\\" b"'],
  ])('%s', (text, printed) => {
    expect(print(dumps(fromJs(readJson(text))))).toBe(printed);
  });

  test('what only looks like such a number is data', () => {
    expect(print(dumps(fromJs({ $number: 'one' })))).toBe('{"$number": "one"}');
    expect(print(dumps(fromJs({ $number: '1.0', unit: 'm' })))).toBe('{"$number": "1.0", "unit": "m"}');
  });
});

test('written and read again they are the same', () => {
  const text = '{"a":1.0,"b":[1,1e3],"c":"{\\"$number\\":1}"}';
  expect(writeJson(readJson(text))).toBe(text);
  expect(plainJson(readJson(text))).toEqual({ a: 1, b: [1, 1000], c: '{"$number":1}' });
  const plain = { a: [1, 2] };
  expect(plainJson(plain)).toBe(plain);
});

test('what is no JSON is refused', () => {
  expect(() => readJson('{"a": 1.0.0}')).toThrow(SyntaxError);
});
