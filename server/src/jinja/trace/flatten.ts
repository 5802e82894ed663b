/** From the rope to runs: without recursion, whatever its depth. */
import type { Span } from '../syntax/ast.ts';
import type { Joined, Leaf, Provenance, Run } from './provenance.ts';

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
 * Runs of the rendered text in order; adjacent runs of one origin are one. `template` is the site of what has no
 * other; `parentOf` is the tree of decisions.
 */
export function flatten(root: Provenance, template: Span, parentOf: (decision: number) => number): Flat {
  const runs: Run[] = [];
  const generation: Span[] = [];
  const nothing: Ambient = { site: null, message: -1, decision: -1, generation: false };
  const pending: Pending[] = [{ of: root, from: 0, to: root.length, ambient: nothing }];
  let at = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { of, from, to, ambient } = next;
    if (from >= to && of.kind !== 'generated') continue;
    switch (of.kind) {
      case 'leaf':
        append(runs, runOf(of, from, at, to - from, ambient, template, parentOf));
        at += to - from;
        break;
      case 'joined':
        pushParts(pending, of, from, to, ambient);
        break;
      case 'sliced':
        pending.push({ of: of.of, from: from + of.start, to: to + of.start, ambient });
        break;
      case 'emitted':
        pending.push({ of: of.of, from, to, ambient: within(of, ambient, parentOf) });
        break;
      case 'generated':
        generation.push({ start: at, end: at + to - from });
        pending.push({ of: of.of, from, to, ambient: { ...ambient, generation: true } });
        break;
    }
  }
  return { runs, generation: generation.sort((a, b) => a.end - b.end || b.start - a.start) };
}

/** What is nearest to the text counts: where it was written, not where it was passed on. */
function within(
  emitted: { readonly site: Span | null; readonly message: number; readonly decision: number },
  outer: Ambient,
  parentOf: (decision: number) => number,
): Ambient {
  return {
    site: emitted.site ?? outer.site,
    message: emitted.message >= 0 ? emitted.message : outer.message,
    decision: nearer(emitted.decision, outer.decision, parentOf),
    generation: outer.generation,
  };
}

/** A value was chosen under `inner` and printed under `outer`: the later one if it lies below the first. */
function nearer(inner: number, outer: number, parentOf: (decision: number) => number): number {
  if (inner < 0) return outer;
  for (let at = outer; at >= inner; at = parentOf(at)) if (at === inner) return outer;
  return inner;
}

function runOf(
  leaf: Leaf,
  from: number,
  start: number,
  length: number,
  ambient: Ambient,
  template: Span,
  parentOf: (decision: number) => number,
): Run {
  return {
    start,
    end: start + length,
    site: leaf.site ?? ambient.site ?? template,
    path: leaf.path,
    offset: leaf.offset < 0 ? -1 : leaf.offset + from,
    message: leaf.message >= 0 ? leaf.message : ambient.message,
    decision: nearer(leaf.decision, leaf.decision < 0 ? ambient.decision : -1, parentOf),
    generation: ambient.generation,
  };
}

function append(runs: Run[], run: Run): void {
  const last = runs.at(-1);
  if (last !== undefined && continues(last, run)) runs[runs.length - 1] = { ...last, end: run.end };
  else runs.push(run);
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

/** From this many parts on, a slice looks for its first part by bisection. */
const MANY = 16;
const ends = new WeakMap<Joined, number[]>();

function pushParts(pending: Pending[], joined: Joined, from: number, to: number, ambient: Ambient): void {
  const { parts } = joined;
  let index = 0;
  let offset = 0;
  if (from > 0 && parts.length > MANY) {
    const sums = endsOf(joined);
    index = firstAbove(sums, from);
    offset = index === 0 ? 0 : (sums[index - 1] as number);
  }
  const chosen: Pending[] = [];
  for (; index < parts.length && (offset < to || to === joined.length); index++) {
    const part = parts[index] as Provenance;
    const start = Math.max(0, from - offset);
    const end = Math.min(part.length, to - offset);
    if (start <= end) chosen.push({ of: part, from: start, to: end, ambient });
    offset += part.length;
  }
  for (let i = chosen.length - 1; i >= 0; i--) pending.push(chosen[i] as Pending);
}

function endsOf(joined: Joined): number[] {
  let sums = ends.get(joined);
  if (sums === undefined) {
    let end = 0;
    sums = joined.parts.map((part) => (end += part.length));
    ends.set(joined, sums);
  }
  return sums;
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
