/** From the rope to runs: without recursion, whatever its depth. */
import type { Span } from '../syntax/ast.ts';
import { originOf } from './build.ts';
import { PIECE_CELLS } from './cells.ts';
import type { InputPath } from '../values/types.ts';
import type { Joined, Leaf, Provenance, Run, Written } from './provenance.ts';

/** What the ropes around a piece say of it. */
interface Ambient {
  readonly site: Span | null;
  readonly message: number;
  readonly decision: number;
  readonly generation: boolean;
}

/** A stretch `from .. to` of a rope that is still to be written. */
interface Pending {
  readonly of: Provenance;
  readonly from: number;
  readonly to: number;
  readonly ambient: Ambient;
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
  /** Span of a mark. */
  siteOf(mark: number): Span;
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
  private readonly pending: Pending[] = [];
  /** UTF-16 units written. */
  private at = 0;

  constructor(
    private readonly meaning: Meaning,
    private steps: number,
  ) {}

  flatten(root: Provenance): Flat {
    const { pending, runs, generation } = this;
    const nothing: Ambient = { site: null, message: -1, decision: -1, generation: false };
    pending.push({ of: root, from: 0, to: root.length, ambient: nothing });
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (--this.steps < 0) {
        const { path } = originOf(next.of);
        this.append(this.meaning.template, path, -1, -1, nothing, root.length - this.at);
        break;
      }
      if (next.from < next.to || next.of.kind === 'generated') this.expand(next);
    }
    return { runs, generation: generation.sort((a, b) => a.end - b.end || b.start - a.start) };
  }

  private expand({ of, from, to, ambient }: Pending): void {
    switch (of.kind) {
      case 'leaf':
        return this.leaf(of, from, to - from, ambient);
      case 'joined':
      case 'written':
        return this.parts(of, from, to, ambient);
      case 'sliced':
        return this.push(of.of, from + of.start, to + of.start, ambient);
      case 'chosen':
        return this.push(of.of, from, to, this.within(ambient, null, of.message, of.decision));
      case 'generated':
        this.generation.push({ start: this.at, end: this.at + to - from });
        return this.push(of.of, from, to, { ...ambient, generation: true });
    }
  }

  private push(of: Provenance, from: number, to: number, ambient: Ambient): void {
    this.pending.push({ of, from, to, ambient });
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

  /** Parts that lie in `from .. to`, the last first: the first is expanded first. */
  private parts(rope: Joined | Written, from: number, to: number, ambient: Ambient): void {
    const { pending } = this;
    const { parts } = rope;
    const before = pending.length;
    let { index, offset } = from === 0 ? BEGINNING : firstPart(rope, from);
    for (; index < parts.length && (offset < to || to === rope.length); index++) {
      const part = parts[index] as Provenance;
      const start = Math.max(0, from - offset);
      const end = Math.min(part.length, to - offset);
      const around = rope.kind === 'joined' ? ambient : this.ambientOf(rope, index, ambient);
      if (start <= end) this.push(part, start, end, around);
      offset += part.length;
    }
    this.steps -= pending.length - before;
    for (let low = before, high = pending.length - 1; low < high; low++, high--) {
      const first = pending[low] as Pending;
      pending[low] = pending[high] as Pending;
      pending[high] = first;
    }
  }

  private ambientOf({ cells }: Written, index: number, outer: Ambient): Ambient {
    const row = index * PIECE_CELLS;
    const site = cells[row] as number;
    const message = cells[row + 1] as number;
    const decision = cells[row + 2] as number;
    if (site >= 0) return this.within(outer, this.meaning.siteOf(site), message, decision);
    return {
      site: null,
      message: message >= 0 ? message : outer.message,
      decision: decision >= 0 ? decision : outer.decision,
      generation: outer.generation,
    };
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

const BEGINNING = { index: 0, offset: 0 };

/** From this many parts on, a slice looks for its first part by bisection. */
const MANY = 16;
const ends = new WeakMap<Joined | Written, number[]>();

/** The part with the unit at `from`, and the offset at which it starts. */
function firstPart(rope: Joined | Written, from: number): { index: number; offset: number } {
  if (rope.parts.length <= MANY) return BEGINNING;
  let sums = ends.get(rope);
  if (sums === undefined) {
    let end = 0;
    sums = rope.parts.map((part) => (end += part.length));
    ends.set(rope, sums);
  }
  const index = firstAbove(sums, from);
  return { index, offset: index === 0 ? 0 : (sums[index - 1] as number) };
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
