/**
 * Naming the culprit of two renders that should share a prefix and do not: the outermost choice, of those that the
 * text at the divergence was written under, whose outcome changed. Where no choice changed, the piece of template
 * that wrote the differing text. Never a line that the evidence does not name.
 */
import type { Span } from '../../../../protocol/certification.ts';
import type { Run, Trace } from '../../jinja/index.ts';
import { sharedLength, sharedSuffixLength } from '../compare.ts';
import { alignmentOf, chainOf } from './align.ts';
import { changedReads, type ChangedRead } from './reads.ts';

export interface TracedText {
  readonly text: string;
  readonly trace: Trace;
}

export interface Culprit {
  /** `condition`: a choice came out otherwise. `value`: the same place wrote another value. `junction`: the text holds, the tokens merge over the seam. */
  readonly kind: 'condition' | 'value' | 'junction';
  /** What decided, or what wrote: the condition itself, the `{{ }}`, the text. */
  readonly span: Span;
  /** Outcome in the first render and in the second; null unless `kind` is `condition`. */
  readonly outcomes: { readonly before: boolean; readonly after: boolean } | null;
  /** The choice in each trace; null unless `kind` is `condition`. */
  readonly decisions: { readonly before: number; readonly after: number } | null;
  /** Message it was decided for (index), or -1. */
  readonly message: number;
  /** Operands of the condition whose value changed. */
  readonly because: readonly ChangedRead[];
  /** What only the first render has there, and what only the second has: UTF-16 offsets in each text. */
  readonly vanished: Span;
  readonly appeared: Span;
  /** All that stands under the choice, or was written by the place, in each render: the difference and what is around it. */
  readonly extents: { readonly before: Span; readonly after: Span };
  /** `value`: what writes there in the second render, where that is another place; else null. */
  readonly replacedAt: Span | null;
  /** Template spans that wrote the vanished (else the appeared) text, in the order of the template. */
  readonly emittedAt: readonly Span[];
}

/** What happened between the renders: a message was appended, or the turn that was asked for is complete. */
export type Event = 'append' | 'completion';

/** `source`: the template's. `divergence`: UTF-16 offset up to which both texts are equal. */
export function culpritOf(
  source: string,
  before: TracedText,
  after: TracedText,
  divergence: number,
  event: Event = 'append',
): Culprit {
  const here = runAt(before, divergence);
  const there = runAt(after, divergence);
  const flipped = outermostFlip(
    before.trace,
    after.trace,
    here?.decision ?? -1,
    there?.decision ?? -1,
    isEvent(source, before, after, event),
  );
  if (flipped === null) return valueCulprit(source, before, after, divergence, here, there);
  const decided = before.trace.decisions[flipped.before]!;
  const extents = {
    before: extentUnder(before, flipped.before, divergence),
    after: extentUnder(after, flipped.after, divergence),
  };
  const regions = differenceIn(before.text, after.text, extents.before, extents.after);
  return {
    kind: 'condition',
    span: decided.span,
    outcomes: {
      before: Boolean(decided.outcome),
      after: Boolean(after.trace.decisions[flipped.after]!.outcome),
    },
    decisions: flipped,
    message: decided.message,
    because: changedReads(before.trace, flipped.before, after.trace, flipped.after),
    ...regions,
    extents,
    replacedAt: null,
    emittedAt: writersOf(before, regions.vanished, after, regions.appeared),
  };
}

function valueCulprit(
  source: string,
  before: TracedText,
  after: TracedText,
  divergence: number,
  here: Run | null,
  there: Run | null,
): Culprit {
  const onlyAppeared = here === null || isBehind(before.trace, here, after.trace, there);
  const wrote = onlyAppeared ? there : here;
  const loop = loopOverOthers(before.trace, here, after.trace, there);
  const regions = {
    vanished: onlyAppeared ? empty(here?.start ?? before.text.length) : { start: divergence, end: here.end },
    appeared: there === null ? empty(after.text.length) : { start: divergence, end: there.end },
  };
  return {
    kind: before.text === after.text.slice(0, before.text.length) ? 'junction' : 'value',
    span: loop ?? wrote?.site ?? empty(0),
    outcomes: null,
    decisions: null,
    message: loop === null ? (wrote?.message ?? -1) : -1,
    because: [],
    ...regions,
    extents: { before: here ?? regions.vanished, after: there ?? regions.appeared },
    replacedAt:
      loop === null && !onlyAppeared && there !== null && there.site.start !== here.site.start
        ? there.site
        : null,
    emittedAt: writersOf(before, regions.vanished, after, regions.appeared),
  };
}

/** Both renders come by the place of `there` before that of `here`, in the same turn of a loop or before it: the first wrote nothing there. */
function isBehind(before: Trace, here: Run, after: Trace, there: Run | null): boolean {
  if (there === null || there.site.start >= here.site.start) return false;
  return turnsOf(before, here).startsWith(turnsOf(after, there));
}

/** The turns of loops that a run was written in. A value carries those it was set in: the text before it tells where it is printed. */
function turnsOf(trace: Trace, run: Run): string {
  const runs = trace.runs();
  const printed =
    run.path === null ? run : runs.slice(0, runs.indexOf(run)).findLast(({ path }) => path === null);
  return chainOf(trace, printed?.decision ?? -1)
    .map((index) => trace.decisions[index]!)
    .filter(({ kind }) => kind === 'iteration')
    .map(({ node, outcome }) => `${node}:${String(outcome)}`)
    .join(' ');
}

/**
 * The opening tag of the outermost loop around both runs that does not turn over the same messages in both renders, as
 * one over the last few of all messages does. Null where there is none.
 */
function loopOverOthers(before: Trace, here: Run | null, after: Trace, there: Run | null): Span | null {
  const [first] = turnsAround(before, here);
  const [second] = turnsAround(after, there);
  if (first === undefined || (second !== undefined && first.node !== second.node)) return null;
  const isOtherTurn = first.outcome === second?.outcome && first.message !== second.message;
  const beginsElsewhere = firstMessageOf(before, first.node) !== firstMessageOf(after, first.node);
  return isOtherTurn || beginsElsewhere ? first.span : null;
}

/** Iterations about messages that a run was written in, the outermost first. */
const turnsAround = (trace: Trace, run: Run | null) =>
  chainOf(trace, run?.decision ?? -1)
    .map((index) => trace.decisions[index]!)
    .filter(({ kind, message }) => kind === 'iteration' && message >= 0);

const firstMessageOf = ({ decisions }: Trace, loop: number) =>
  decisions.find(({ kind, node }) => kind === 'iteration' && node === loop)?.message;

/** The run that holds the unit at `offset`; the last one at the end of the text. */
export function runAt({ text, trace }: TracedText, offset: number): Run | null {
  const at = Math.min(offset, text.length - 1);
  return trace.runs().find((run) => run.start <= at && at < run.end) ?? null;
}

/** Of a choice that came out otherwise, its index in each trace. */
export interface Flip {
  readonly before: number;
  readonly after: number;
}

/** Of the choices above `here` and `there` (decisions in each trace, or -1), the first taken that differs. */
export function outermostFlip(
  before: Trace,
  after: Trace,
  here: number,
  there: number,
  isExcused: (flip: Flip) => boolean = () => false,
): Flip | null {
  const first = alignmentOf(before);
  const second = alignmentOf(after);
  const candidates: Flip[] = [
    ...chainOf(before, here).map((index) => ({
      before: index,
      after: second.byKey.get(first.keys[index]!) ?? -1,
    })),
    ...chainOf(after, there).map((index) => ({
      before: first.byKey.get(second.keys[index]!) ?? -1,
      after: index,
    })),
  ];
  const flips = candidates.filter(
    (flip) =>
      flip.before >= 0 &&
      flip.after >= 0 &&
      before.decisions[flip.before]!.kind !== 'iteration' &&
      before.decisions[flip.before]!.outcome !== after.decisions[flip.after]!.outcome &&
      !isExcused(flip),
  );
  // Decisions are numbered in the order they were taken: of nested ones the outermost has the smallest number.
  return flips.reduce<Flip | null>(
    (best, flip) => (best === null || flip.before < best.before ? flip : best),
    null,
  );
}

/** Whether a flip is what happened between the renders, not a fault. */
export const isEvent =
  (source: string, before: TracedText, after: TracedText, event: Event) =>
  (flip: Flip): boolean =>
    event === 'completion' && asksForGenerationPrompt(source, before.trace, flip, after.trace);

/** A condition that flipped because the generation prompt is no longer asked for. */
function asksForGenerationPrompt(source: string, before: Trace, flip: Flip, after: Trace): boolean {
  const changed = changedReads(before, flip.before, after, flip.after);
  const isFlag = ({ span }: ChangedRead) => source.slice(span.start, span.end) === 'add_generation_prompt';
  return changed.length > 0 && changed.every(isFlag);
}

/**
 * The stretch that a decision wrote at `offset`, else the last one before it (two texts may share a few characters
 * more than they share origins); contiguous runs, empty where the decision wrote nothing.
 */
function extentUnder({ trace }: TracedText, decision: number, offset: number): Span {
  const under = (run: Run) => isUnder(trace, run.decision, decision);
  const runs = trace.runs();
  const nearest = runs.findLastIndex((run) => run.start <= offset && under(run));
  if (nearest < 0) return empty(offset);
  let first = nearest;
  let last = nearest;
  while (first > 0 && under(runs[first - 1]!)) first -= 1;
  while (last + 1 < runs.length && under(runs[last + 1]!)) last += 1;
  return { start: runs[first]!.start, end: runs[last]!.end };
}

function isUnder({ decisions }: Trace, innermost: number, decision: number): boolean {
  for (let index = innermost; index >= decision; index = decisions[index]!.parent) {
    if (index === decision) return true;
  }
  return false;
}

/** What two stretches do not share once their common beginning and end are taken off. */
function differenceIn(
  before: string,
  after: string,
  here: Span,
  there: Span,
): { vanished: Span; appeared: Span } {
  const first = before.slice(here.start, here.end);
  const second = after.slice(there.start, there.end);
  const prefix = sharedLength(first, second);
  const suffix = sharedSuffixLength(first, second, prefix);
  return {
    vanished: { start: here.start + prefix, end: here.end - suffix },
    appeared: { start: there.start + prefix, end: there.end - suffix },
  };
}

/** Where the vanished text was written, else the appeared one. */
function writersOf(before: TracedText, vanished: Span, after: TracedText, appeared: Span): Span[] {
  const [from, region] = vanished.end > vanished.start ? [before, vanished] : [after, appeared];
  return from.trace
    .runs()
    .filter((run) => run.start < region.end && run.end > region.start)
    .map((run) => run.site)
    .sort((a, b) => a.start - b.start);
}

const empty = (at: number): Span => ({ start: at, end: at });
