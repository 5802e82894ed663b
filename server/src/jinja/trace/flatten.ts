/** From the rope to runs: without recursion, whatever its depth. */
import type { Span } from '../syntax/ast.ts';
import { originOf } from './build.ts';
import type { InputPath } from '../values/types.ts';
import type { Joined, Leaf, Provenance, Run, Shown, Written } from './provenance.ts';

/** What the ropes around a piece say of it. */
interface Ambient {
  readonly site: Span | null;
  readonly message: number;
  readonly decision: number;
  readonly generation: boolean;
}

export interface Flat {
  readonly runs: Run[];
  /** Spans of `generation` blocks, in the order in which they end. */
  readonly generation: Span[];
}

/**
 * Ropes share their parts, so a small program can build one with any number of leaves. After this many steps, far
 * more than a conversation takes, the rest of the text is one run, said to be made from the first value in it.
 */
const MOST_STEPS = 2 ** 21;

/** What the numbers in a rope mean. */
export interface Meaning {
  /** Site of what has no other. */
  readonly template: Span;
  /** The tree of decisions. */
  parentOf(decision: number): number;
}

/** Runs of the rendered text in order; adjacent runs of one origin are one. */
export function flatten(root: Provenance, meaning: Meaning, mostSteps = MOST_STEPS): Flat {
  return new Flattening(meaning, mostSteps).flatten(root);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

class Flattening {
  private readonly runs: Writable<Run>[] = [];
  private readonly generation: Span[] = [];
  /** Ropes whose parts are being written, the innermost last. */
  private readonly open: Cursor[] = [];
  /** UTF-16 units written. */
  private at = 0;

  constructor(
    private readonly meaning: Meaning,
    private steps: number,
  ) {}

  flatten(root: Provenance): Flat {
    const { open, runs, generation } = this;
    open.push(new Cursor({ kind: 'joined', length: root.length, parts: [root] }, 0, root.length, NOTHING));
    for (let cursor = open.at(-1); cursor !== undefined; cursor = open.at(-1)) {
      const part = cursor.part();
      if (part === null) {
        open.pop();
      } else if (--this.steps < 0) {
        this.append(this.meaning.template, originOf(part).path, -1, -1, NOTHING, root.length - this.at);
        break;
      } else {
        this.writePart(cursor, part);
      }
    }
    return { runs, generation: generation.sort((a, b) => a.end - b.end || b.start - a.start) };
  }

  private writePart(cursor: Cursor, part: Provenance): void {
    const start = Math.max(0, cursor.from - cursor.offset);
    const end = Math.min(part.length, cursor.to - cursor.offset);
    cursor.move(part);
    // A `generation` block counts where nothing was written in it, too.
    if (start > end || (start === end && part.kind !== 'generated')) return;
    this.write(part, start, end, cursor.ambient);
  }

  private write(part: Provenance, start: number, end: number, around: Ambient): void {
    let [of, from, to, ambient] = [part, start, end, around];
    for (;;) {
      switch (of.kind) {
        case 'leaf':
          return this.leaf(of, from, to - from, ambient);
        case 'joined':
        case 'written':
          this.open.push(new Cursor(of, from, to, ambient));
          return;
        case 'sliced':
          from += of.start;
          to += of.start;
          break;
        case 'shown':
          ambient = this.around(of, ambient);
          break;
        case 'chosen':
          ambient = this.within(ambient, null, of.message, of.decision);
          break;
        case 'generated':
          this.generation.push({ start: this.at, end: this.at + to - from });
          ambient = { ...ambient, generation: true };
      }
      of = of.of;
    }
  }

  private around({ site, message, decision }: Shown, outer: Ambient): Ambient {
    if (site !== null) return this.within(outer, site, message, decision);
    return {
      site: null,
      message: message >= 0 ? message : outer.message,
      decision: decision >= 0 ? decision : outer.decision,
      generation: outer.generation,
    };
  }

  /** What is nearest to the text counts: where it was written, not where it was passed on. */
  private within(outer: Ambient, site: Span | null, message: number, decision: number): Ambient {
    return {
      site: site ?? outer.site,
      message: message >= 0 ? message : outer.message,
      decision: this.nearer(decision, outer.decision),
      generation: outer.generation,
    };
  }

  /** A value was chosen under `inner` and printed under `outer`: the later one if it lies below the first. */
  private nearer(inner: number, outer: number): number {
    if (inner < 0) return outer;
    for (let at = outer; at >= inner; at = this.meaning.parentOf(at)) {
      if (at === inner) return outer;
      this.steps--;
    }
    return inner;
  }

  private leaf(leaf: Leaf, from: number, length: number, ambient: Ambient): void {
    const { path } = leaf;
    const site = leaf.site ?? ambient.site ?? this.meaning.template;
    const message = path !== null && path.message >= 0 ? path.message : ambient.message;
    this.append(site, path, leaf.offset < 0 ? -1 : leaf.offset + from, message, ambient, length);
  }

  private append(
    site: Span,
    path: InputPath | null,
    offset: number,
    message: number,
    { decision, generation }: Ambient,
    length: number,
  ): void {
    const start = this.at;
    const run: Run = { start, end: start + length, site, path, offset, message, decision, generation };
    this.at += length;
    const last = this.runs.at(-1);
    if (last !== undefined && continues(last, run)) last.end = run.end;
    else this.runs.push(run);
  }
}

function continues(last: Run, next: Run): boolean {
  const offset = last.offset < 0 ? -1 : last.offset + last.end - last.start;
  return (
    last.site.start === next.site.start &&
    last.site.end === next.site.end &&
    last.path === next.path &&
    offset === next.offset &&
    last.message === next.message &&
    last.decision === next.decision &&
    last.generation === next.generation
  );
}

const NOTHING: Ambient = { site: null, message: -1, decision: -1, generation: false };

/** Goes through the parts of a rope that lie in `from .. to`. */
class Cursor {
  private index = 0;
  /** Where the next part starts. */
  offset = 0;

  constructor(
    private readonly rope: Joined | Written,
    readonly from: number,
    readonly to: number,
    readonly ambient: Ambient,
  ) {
    if (from > 0 && rope.parts.length > MANY) [this.index, this.offset] = firstPart(rope, from);
  }

  /** The next part; null where there is none. */
  part(): Provenance | null {
    const { rope, to } = this;
    return (this.offset < to || to === rope.length ? rope.parts[this.index] : null) ?? null;
  }

  move({ length }: Provenance): void {
    this.index++;
    this.offset += length;
  }
}

/** From this many parts on, a slice looks for its first part by bisection. */
const MANY = 16;
const ends = new WeakMap<Joined | Written, number[]>();

/** The part with the unit at `from`, and the offset at which it starts. */
function firstPart(rope: Joined | Written, from: number): [index: number, offset: number] {
  let sums = ends.get(rope);
  if (sums === undefined) {
    let end = 0;
    sums = rope.parts.map((part) => (end += part.length));
    ends.set(rope, sums);
  }
  const index = firstAbove(sums, from);
  return [index, index === 0 ? 0 : (sums[index - 1] as number)];
}

function firstAbove(sums: readonly number[], value: number): number {
  let low = 0;
  let high = sums.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
