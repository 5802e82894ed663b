import { describe, expect, it } from 'vitest';
import { columnsOf, columnsOfText, glyphsOf, spacedHex } from './glyphs.ts';

describe('glyphsOf', () => {
  it.each([
    ['plain text', 'abc', ['plain abc']],
    ['whitespace', 'a b\t\r\n', ['plain a', 'blank ·', 'plain b', 'blank →', 'blank ←', 'blank ↵']],
    ['spaces that look alike', '\u00a0\u3000', ['blank ␣', 'blank ␣']],
    [
      'what reorders or hides',
      'a\u202eb\u200b',
      ['plain a', 'invisible U+202E', 'plain b', 'invisible U+200B'],
    ],
    ['control characters', '\u0000\u001b', ['invisible U+0000', 'invisible U+001B']],
    ['a lone surrogate', '\ud800', ['invisible U+D800']],
    ['joined emoji, left whole', '👩‍👧', ['plain 👩‍👧']],
    ['a joiner that joins nothing', 'a\u200d', ['plain a', 'invisible U+200D']],
  ])('draws %s', (_what, text, expected) => {
    expect(glyphsOf(text, true).map(({ kind, text: shown }) => `${kind} ${shown}`)).toEqual(expected);
  });

  it('leaves whitespace blank when asked, and the unseen never', () => {
    expect(glyphsOf(' \n\u200b', false).map(({ text }) => text)).toEqual(['\u00a0', '\u00a0', 'U+200B']);
  });
});

describe('columns', () => {
  it.each([
    ['abc', 3],
    ['a\nb', 3],
    ['漢字', 4],
    ['é', 1],
    ['🌤', 3],
    ['\u200b', 7],
  ])('of %j are %i', (text, columns) => {
    expect(columnsOf(glyphsOf(text, true))).toBe(columns);
    expect(columnsOfText(text, true)).toBe(columns);
  });
});

it('spaces hex', () => {
  expect(spacedHex('20f09f')).toBe('20 F0 9F');
  expect(spacedHex('E2 80')).toBe('E2 80');
});
