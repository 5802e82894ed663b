import { AlignedTextBuilder, type AlignedText } from '../text/alignedText.ts';
import {
  INERT_IN_COMPATIBILITY_NORMALIZATION,
  INERT_IN_NORMALIZATION,
  parseRanges,
} from '../text/unicodePins.ts';
import type { Normalizer } from './index.ts';

type Form = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

const COMPATIBILITY: readonly Form[] = ['NFKC', 'NFKD'];

/** Unicode normalisation as the reference does it: what its Unicode version does not know stays as it is. */
export function unicodeForm(form: Form): Normalizer {
  const compatible = COMPATIBILITY.includes(form);
  const inert = classOf([
    ...INERT_IN_NORMALIZATION,
    ...(compatible ? INERT_IN_COMPATIBILITY_NORMALIZATION : []),
  ]);
  // Hangul vowels and finals compose with what stands before them, as marks do, and so may a character's own
  // decomposition; half-width voicing marks become marks.
  const cluster = new RegExp(
    `${inert}|(?:(?!${inert})[^])(?:(?!${inert})[\\p{M}\\u1160-\\u11ff\\uff9e\\uff9f])*`,
    'vg',
  );
  return (aligned) =>
    aligned.text.normalize(form) === aligned.text ? aligned : byCluster(aligned, form, cluster, inert);
}

function byCluster(aligned: AlignedText, form: Form, cluster: RegExp, inert: string): AlignedText {
  const isInert = new RegExp(`^${inert}`, 'v');
  const builder = new AlignedTextBuilder(aligned);
  for (const found of aligned.text.matchAll(cluster)) {
    const before = found[0];
    const from = found.index;
    const after = isInert.test(before) ? before : before.normalize(form);
    if (after === before) builder.keep(from, from + before.length);
    else builder.replace(from, from + before.length, after);
  }
  return builder.build();
}

function classOf(lines: readonly string[]): string {
  const ranges = parseRanges(lines).map(
    ([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`,
  );
  return `[${ranges.join('')}]`;
}
