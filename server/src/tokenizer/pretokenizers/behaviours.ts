import type { Ranges } from '../text/ranges.ts';
import type { Finder } from '../regex/finder.ts';

/** Cuts a text into pieces; what no range covers is dropped. */
export type Splitter = (text: string, pieces: Ranges) => void;

/** The text as a sequence of stretches that match the pattern and stretches that don't. */
interface Stretch {
  from: number;
  to: number;
  readonly isMatch: boolean;
}

type Behaviour = (stretches: readonly Stretch[]) => readonly Stretch[];

/** What becomes of the matches, by the name it has in tokenizer.json. */
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  Removed: (stretches) => stretches.filter((stretch) => !stretch.isMatch),
  Isolated: (stretches) => stretches,
  Contiguous: (stretches) => joined(stretches, (stretch, previous) => stretch.isMatch === previous.isMatch),
  MergedWithPrevious: (stretches) =>
    joined(stretches, (stretch, previous) => stretch.isMatch && !previous.isMatch),
  MergedWithNext: (stretches) =>
    joined(stretches, (stretch, previous) => !stretch.isMatch && previous.isMatch),
};

export function isBehaviour(name: string): boolean {
  return Object.hasOwn(BEHAVIOURS, name);
}

/** A splitter for one pattern. With `invert` the matches are what lies between the pattern's matches. */
export function splitter(finder: Finder, behaviour: string, invert: boolean): Splitter {
  if (behaviour === 'Isolated') return (text, pieces) => cutAtMatches(text, finder, pieces, true);
  if (behaviour === 'Removed' && invert) return (text, pieces) => cutAtMatches(text, finder, pieces, false);
  const arrange = BEHAVIOURS[behaviour]!;
  return (text, pieces) => {
    for (const { from, to } of arrange(stretchesOf(text, finder, invert))) pieces.push(from, to);
  };
}

/** The common case without an object per match. */
function cutAtMatches(text: string, finder: Finder, pieces: Ranges, keepBetween: boolean): void {
  let done = 0;
  let from = 0;
  while (from < text.length && finder.find(text, from)) {
    if (keepBetween) pieces.push(done, finder.start);
    pieces.push(finder.start, finder.end);
    done = finder.end;
    from = finder.end > finder.start ? finder.end : nextCodePoint(text, finder.end);
  }
  if (keepBetween) pieces.push(done, text.length);
}

function stretchesOf(text: string, finder: Finder, invert: boolean): Stretch[] {
  const stretches: Stretch[] = [];
  let done = 0;
  let from = 0;
  while (from < text.length && finder.find(text, from)) {
    if (finder.start > done) stretches.push({ from: done, to: finder.start, isMatch: invert });
    if (finder.end > finder.start) stretches.push({ from: finder.start, to: finder.end, isMatch: !invert });
    done = finder.end;
    from = finder.end > finder.start ? finder.end : nextCodePoint(text, finder.end);
  }
  if (done < text.length) stretches.push({ from: done, to: text.length, isMatch: invert });
  return stretches;
}

/** Joins a stretch to the piece before it where `belongs` says so, judged by the stretch that ended that piece. */
function joined(
  stretches: readonly Stretch[],
  belongs: (stretch: Stretch, previous: Stretch) => boolean,
): readonly Stretch[] {
  const pieces: Stretch[] = [];
  let previous: Stretch | null = null;
  for (const stretch of stretches) {
    if (previous !== null && belongs(stretch, previous)) pieces[pieces.length - 1]!.to = stretch.to;
    else pieces.push({ ...stretch });
    previous = stretch;
  }
  return pieces;
}

function nextCodePoint(text: string, at: number): number {
  return at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
}
