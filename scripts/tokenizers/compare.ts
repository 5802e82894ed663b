import type { Tokenizer } from '../../server/src/tokenizer/index.ts';
import type { Reference, ReferenceResult } from './reference.ts';

/**
 * Where ours and the reference differ. Two differences of ranges are meant: where normalisation composes, reorders or
 * replaces characters ours covers all of them (the reference keeps one of them), and a mark put before the text is zero
 * wide (the reference gives it the first character).
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
    for (const mismatch of mismatchesOf(tokenizer, reference, expected)) {
      if (!seen.has(mismatch.difference)) report(mismatch);
      seen.add(mismatch.difference);
    }
  }
  return tokens;
}

function* mismatchesOf(
  tokenizer: Tokenizer,
  reference: Reference,
  expected: ReferenceResult,
): Generator<Mismatch> {
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
    const difference = rangeDifference(reference, text, start, end, from, to);
    yield { difference, text, token, ours: `${start}-${end}`, reference: `${from}-${to}` };
  }
  const decodedByUs = tokenizer.decode(ids);
  if (decodedByUs !== decoded)
    yield { difference: 'decoded', text, token: -1, ours: decodedByUs, reference: decoded };
}

function rangeDifference(
  reference: Reference,
  text: string,
  start: number,
  end: number,
  from: number,
  to: number,
): Difference {
  if (start === end && start <= from) return 'ranges: prepended mark';
  const cluster = text.slice(start, Math.max(end, to));
  const covers = start <= from && end >= to;
  return covers && changes(reference, cluster) ? 'ranges: normalised cluster' : 'ranges';
}

/** More than each character for one other. */
function changes(reference: Reference, cluster: string): boolean {
  const size = (text: string): number => [...text].length;
  return (
    ['NFC', 'NFKC', 'NFKD'].some((form) => cluster.normalize(form) !== cluster) ||
    size(reference.normalize(cluster)) !== size(cluster)
  );
}
