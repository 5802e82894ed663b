import type { Tokenizer } from '../../server/src/tokenizer/index.ts';
import type { Reference, ReferenceResult } from './reference.ts';

/**
 * Where ours and the reference differ. Two differences of ranges are meant: where normalisation composes or reorders
 * characters ours covers all of them (the reference drops the later ones), and a mark put before the text is zero wide
 * (the reference gives it the first character).
 */
export type Difference =
  'ids' | 'decoded' | 'ranges' | 'ranges: normalised cluster' | 'ranges: prepended mark';

export const MEANT: readonly Difference[] = ['ranges: normalised cluster', 'ranges: prepended mark'];

export interface Mismatch {
  readonly difference: Difference;
  readonly text: string;
  readonly token: number;
  readonly ours: string;
  readonly reference: string;
}

/** Runs both over the texts and counts tokens; `report` gets each kind of difference of a text once. */
export async function compare(
  tokenizer: Tokenizer,
  reference: Reference,
  texts: readonly string[],
  report: (mismatch: Mismatch) => void,
): Promise<number> {
  let tokens = 0;
  for (const expected of await reference.run(texts)) {
    tokens += expected.ids.length;
    const seen = new Set<Difference>();
    for (const mismatch of mismatchesOf(tokenizer, expected)) {
      if (!seen.has(mismatch.difference)) report(mismatch);
      seen.add(mismatch.difference);
    }
  }
  return tokens;
}

function* mismatchesOf(tokenizer: Tokenizer, expected: ReferenceResult): Generator<Mismatch> {
  const { text, ids, spans, decoded } = expected;
  const ours = tokenizer.encode(text);
  const length = Math.max(ids.length, ours.ids.length);
  for (let token = 0; token < length; token++) {
    if (ours.ids[token] === ids[token]) continue;
    yield {
      difference: 'ids',
      text,
      token,
      ours: ours.ids.slice(token, token + 6).join(),
      reference: ids.slice(token, token + 6).join(),
    };
    return;
  }
  for (let token = 0; token < length; token++) {
    const [from, to] = spans[token]!;
    const [start, end] = [ours.starts[token]!, ours.ends[token]!];
    if (start === from && end === to) continue;
    const difference = rangeDifference(text, start, end, from, to);
    yield { difference, text, token, ours: `${start}-${end}`, reference: `${from}-${to}` };
  }
  const decodedByUs = tokenizer.decode(ids);
  if (decodedByUs !== decoded)
    yield { difference: 'decoded', text, token: -1, ours: decodedByUs, reference: decoded };
}

function rangeDifference(text: string, start: number, end: number, from: number, to: number): Difference {
  if (start === end && start === from) return 'ranges: prepended mark';
  const cluster = text.slice(start, Math.max(end, to));
  const covers = start <= from && end >= to;
  const changes = ['NFC', 'NFKC'].some((form) => cluster.normalize(form) !== cluster);
  return covers && changes ? 'ranges: normalised cluster' : 'ranges';
}
