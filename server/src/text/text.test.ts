import { describe, expect, test } from 'vitest';
import { LineIndex } from './lineIndex.ts';
import { sha256 } from './sha256.ts';

describe('LineIndex', () => {
  const check = (text: string, offset: number, expected: string) => {
    const { line, column } = new LineIndex(text).positionOf(offset);
    expect(`${line}:${column}`).toBe(expected);
  };

  test('counts from 1', () => check('abc', 0, '1:1'));
  test('a line feed ends a line', () => check('a\nbc', 2, '2:1'));
  test('CR LF is one end', () => check('a\r\nbc', 4, '2:2'));
  test('so is a lone CR', () => check('a\rb', 2, '2:1'));
  test('the end of the text has a position', () => check('a\n', 2, '2:1'));
});

test('sha256 is that of the UTF-8 bytes', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
});
