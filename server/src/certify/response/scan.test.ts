import { expect, test } from 'vitest';
import { scanValue } from './scan.ts';

test.each([
  ['{"a": 1.0, "b": [true, null]} rest', '{"a": 1.0, "b": [true, null]}'],
  ["{'a': 'it\\'s', 'b': None}", '{"a": "it\'s", "b": null}'],
  ['{a:1,b_c:[2]}', '{"a": 1, "b_c": [2]}'],
  ['"\\u00e9\\ud83c\\udf89"', '"é🎉"'],
  ['12345678901234567890', '12345678901234567890'],
  ['-1e5]', '-1e5'],
  ['"line\nbreak"', '"line\\nbreak"'],
])('%s is read as %s', (text, json) => {
  expect(scanValue(text, 0)).toMatchObject({ ok: true, json });
});

test('other quotes', () => {
  expect(scanValue('{city:<|"|>Par"is<|"|>}', 0, '<|"|>')).toMatchObject({
    ok: true,
    json: '{"city": "Par\\"is"}',
  });
});

test.each([
  ['{"a": 1', 7],
  ['{"a" 1}', 5],
  ['[1,]', 3],
  ['{"a": bare}', 6],
  ['"\\q"', 2],
  ['', 0],
])('%s stops at %i', (text, at) => {
  expect(scanValue(text, 0)).toMatchObject({ ok: false, at });
});

test('nesting ends', () => {
  expect(scanValue('['.repeat(100_000), 0)).toMatchObject({ ok: false });
});
