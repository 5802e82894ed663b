import type { Tokenizer } from '../types.ts';
import { equalIds, sharedPrefix } from './ids.ts';

/** A stretch of text that two sequences of ids spell with different tokens. */
export interface SegmentationDifference {
  /** Ranges of ids, ends exclusive. */
  readonly ids: readonly [from: number, to: number];
  readonly canonicalIds: readonly [from: number, to: number];
  readonly text: string;
}

export interface CanonicalCheck {
  /** Whether encoding the decoded ids gives the same ids. */
  readonly canonical: boolean;
  readonly text: string;
  readonly canonicalIds: Int32Array;
  /** Index of the first id that differs; -1 if none does. */
  readonly firstDifference: number;
  readonly differences: readonly SegmentationDifference[];
}

/** Compares ids with what their text encodes to. */
export function checkCanonical(tokenizer: Tokenizer, ids: ArrayLike<number>): CanonicalCheck {
  const text = tokenizer.decode(ids);
  const canonicalIds = tokenizer.encode(text).ids;
  if (equalIds(ids, canonicalIds)) {
    return { canonical: true, text, canonicalIds, firstDifference: -1, differences: [] };
  }
  return {
    canonical: false,
    text,
    canonicalIds,
    firstDifference: sharedPrefix(ids, canonicalIds),
    differences: differencesBetween(tokenizer, ids, canonicalIds),
  };
}

/** Walks both over the bytes they spell; where they meet at a border again, a difference ends. */
function differencesBetween(
  tokenizer: Tokenizer,
  ids: ArrayLike<number>,
  canonicalIds: ArrayLike<number>,
): SegmentationDifference[] {
  const differences: SegmentationDifference[] = [];
  const mine = new BorderWalk(tokenizer, ids);
  const theirs = new BorderWalk(tokenizer, canonicalIds);
  let from = 0;
  let canonicalFrom = 0;
  while (!mine.done || !theirs.done) {
    if (theirs.done || (!mine.done && mine.byte <= theirs.byte)) mine.step();
    else theirs.step();
    if (mine.byte !== theirs.byte && !(mine.done && theirs.done)) continue;
    const same =
      mine.at - from === 1 && theirs.at - canonicalFrom === 1 && ids[from] === canonicalIds[canonicalFrom];
    if (!same) {
      const spelled = Array.from({ length: mine.at - from }, (_, offset) => ids[from + offset]!);
      differences.push({
        ids: [from, mine.at],
        canonicalIds: [canonicalFrom, theirs.at],
        text: tokenizer.decode(spelled),
      });
    }
    from = mine.at;
    canonicalFrom = theirs.at;
  }
  return differences;
}

/** A place between two tokens of a sequence, and the bytes spelled before it. */
class BorderWalk {
  at = 0;
  byte = 0;

  constructor(
    private readonly tokenizer: Tokenizer,
    private readonly ids: ArrayLike<number>,
  ) {}

  get done(): boolean {
    return this.at >= this.ids.length;
  }

  step(): void {
    this.byte += this.tokenizer.tokenBytes(this.ids[this.at]!)?.length ?? 0;
    this.at++;
  }
}
