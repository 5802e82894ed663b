import { describe, expect, test } from 'vitest';
import { smallTokenizer, type SmallTokenizer } from '../../testing/smallTokenizer.ts';
import { exactMask, transformersMask } from './lossMask.ts';

/** Spans are written as `[` and `]` in the text; tokens are bytes but for what is merged. */
async function maskOf(marked: string, asked: Partial<SmallTokenizer> = {}) {
  const tokenizer = await smallTokenizer({ added: ['<|end|>'], ...asked });
  const text = marked.replace(/[[\]]/g, '');
  const offsets = [...marked.matchAll(/[[\]]/g)].map(({ index }, nth) => index - nth);
  const spans = offsets.flatMap((start, nth) => (nth % 2 === 0 ? [{ start, end: offsets[nth + 1]! }] : []));
  const encoding = tokenizer.encode(text);
  const { mask, edges } = transformersMask(tokenizer, text, encoding, spans);
  return {
    mask: mask.join(''),
    exact: exactMask(encoding, spans).join(''),
    edges: edges.map(({ hazard, tokens }) => `${hazard} ${tokens.join('-')}`),
  };
}

describe('the mask over tokens', () => {
  test('is exact where spans end on tokens', async () => {
    expect(await maskOf('ab[cd<|end|>]e[f]g')).toEqual({ mask: '00111010', exact: '00111010', edges: [] });
  });

  test('runs on to the end where a span ends with the first token', async () => {
    expect(await maskOf('[A]<|end|>user')).toEqual({
      mask: '111111',
      exact: '100000',
      edges: ['spilt 1-6'],
    });
  });

  test('runs on where no token has the last character', async () => {
    const { mask, edges } = await maskOf('a[b ]<|end|>c', { trimsOffsets: true });
    expect({ mask, edges }).toEqual({ mask: '01111', edges: ['spilt 3-5'] });
  });

  test('loses the span and all behind it where no token has the first character', async () => {
    const { mask, exact, edges } = await maskOf('a[ b]c[d]', { trimsOffsets: true });
    expect({ mask, exact, edges }).toEqual({ mask: '00000', exact: '01101', edges: ['lost 1-5'] });
  });

  test('takes tokens along that reach out of the span', async () => {
    const merged = ['\n\n', '..'];
    expect(await maskOf('a\n[\nb.].c', { merged })).toEqual({
      mask: '01110',
      exact: '00100',
      edges: ['outside before 1-2', 'outside behind 3-4'],
    });
  });

  test('leaves out the further tokens of a last character', async () => {
    expect(await maskOf('a[b🙂]c')).toEqual({ mask: '0110000', exact: '0111110', edges: ['cut 3-6'] });
  });

  test('does not mind empty spans', async () => {
    expect(await maskOf('[]a[]b[]')).toEqual({ mask: '00', exact: '00', edges: [] });
  });
});
