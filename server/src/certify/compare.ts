/** Whether one render is a prefix of another: in text, and in tokens (a text prefix does not imply a token prefix). */
import type { Divergence, Level } from '../../../protocol/certification.ts';
import type { Subject } from './subject.ts';

/** Units of text shown on either side of a divergence. */
const excerpt = 80;

export interface PrefixBreak {
  readonly level: Level;
  readonly divergence: Divergence;
}

/** Null when `before` is a prefix of `after` on every level that can be compared. */
export function prefixBreak(subject: Subject, before: string, after: string): PrefixBreak | null {
  const textHolds = after.startsWith(before);
  const tokens = sharedTokens(subject, before, after);
  if (textHolds && (tokens === null || tokens.shared === tokens.total)) return null;
  const textOffset = textHolds ? tokens!.textOffset : sharedLength(before, after);
  return {
    level: textHolds ? 'tokens' : 'text',
    divergence: {
      textOffset,
      sharedTokens: tokens?.shared ?? null,
      totalTokens: tokens?.total ?? null,
      before: before.slice(textOffset, textOffset + excerpt),
      after: after.slice(textOffset, textOffset + excerpt),
    },
  };
}

/** The same, for many pairs of which some are the same texts. */
export function prefixBreaks(subject: Subject): (before: string, after: string) => PrefixBreak | null {
  const known = new Map<string, Map<string, PrefixBreak | null>>();
  return (before, after) => {
    const ofBefore = known.get(before) ?? new Map<string, PrefixBreak | null>();
    known.set(before, ofBefore);
    const found = ofBefore.get(after);
    if (found !== undefined) return found;
    const broken = prefixBreak(subject, before, after);
    ofBefore.set(after, broken);
    return broken;
  };
}

function sharedTokens(subject: Subject, before: string, after: string) {
  const first = subject.encode(before);
  const second = subject.encode(after);
  if (first === null || second === null) return null;
  const shared = sharedLength(first.ids, second.ids);
  return { shared, total: first.ids.length, textOffset: first.starts[shared] ?? before.length };
}

/** Length of the common prefix. */
export function sharedLength<T>(first: ArrayLike<T>, second: ArrayLike<T>): number {
  const limit = Math.min(first.length, second.length);
  let length = 0;
  while (length < limit && first[length] === second[length]) length += 1;
  return length;
}

/** Length of the common suffix of two texts once `prefix` units at their start are set aside. */
export function sharedSuffixLength(first: string, second: string, prefix = 0): number {
  const limit = Math.min(first.length, second.length) - prefix;
  let length = 0;
  while (length < limit && first[first.length - 1 - length] === second[second.length - 1 - length])
    length += 1;
  return length;
}
