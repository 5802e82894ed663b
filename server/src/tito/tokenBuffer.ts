/**
 * The ids of one conversation as a trainer keeps them: what was sampled stays as it was sampled, and what the
 * template adds is appended behind it. Nothing is decoded and rendered again.
 *
 * Invariants, held by its tests:
 * - ids, mask and logprobs have one entry per position, and turns cover all positions without gap or overlap;
 * - the mask is 1 exactly at sampled ids behind the last freeze;
 * - an id that was sampled is never replaced unless the caller says that it may, and then it is written down;
 * - no stop token is invented: behind a turn that was cut off nothing can be appended, and no tool can be called.
 */
import { BufferError } from './bufferError.ts';
import type { BufferTurn, Freeze, SeamRepair, Snapshot, TurnKind } from './snapshot.ts';

export interface BufferOptions {
  /** Ids at which the model stops, one at least. */
  readonly stopIds: readonly number[];
}

/** Where a delta joins the ids that are there: `joinDelta` of the token layer makes one. */
export interface Seam {
  /** How many of the buffer's ids stay. */
  readonly kept: number;
  /** Ids behind the kept ones. */
  readonly appended: ArrayLike<number>;
}

export interface SeamOptions {
  /** Lets a seam replace ids that were sampled: their positions leave the loss. */
  readonly replaceSampled?: boolean;
}

export class TokenBuffer {
  private readonly stopIds: ReadonlySet<number>;
  private ids: number[] = [];
  private mask: (0 | 1)[] = [];
  private logprobs: (number | null)[] = [];
  private turns: BufferTurn[] = [];
  private readonly repairs: SeamRepair[] = [];
  private freezes: Freeze[] = [];

  constructor({ stopIds }: BufferOptions) {
    if (stopIds.length === 0)
      throw new BufferError('bad-input', 'A buffer needs a stop id: without one no turn ever ends.');
    this.stopIds = new Set(idsIn(stopIds, 'stop ids'));
  }

  get length(): number {
    return this.ids.length;
  }

  /** Whether the last thing is a turn that the model finished: only then its tool calls may be run. */
  get mayDispatch(): boolean {
    return this.turns.at(-1)?.stopped === true;
  }

  /** What the model is asked first: rendered and encoded, generation prompt included. */
  prompt(ids: ArrayLike<number>): void {
    if (this.ids.length > 0)
      throw new BufferError(
        'bad-input',
        'There is a prompt already. `append` adds to it, `rewrite` puts another history in its place.',
      );
    this.add('prompt', given(ids, 'A prompt'));
  }

  /**
   * What the model sampled, stop token included where it came. A turn without one was cut off: sampling may go on
   * with it later, and nothing else may follow. `logprobs`: one per id, where they are known.
   */
  sample(sampled: ArrayLike<number>, logprobs: ArrayLike<number> | null = null): void {
    const ids = given(sampled, 'A sampled turn');
    const last = this.turns.at(-1);
    if (last === undefined)
      throw new BufferError('no-prompt', 'Nothing was asked yet: give the prompt before what was sampled.');
    if (last.stopped === true)
      throw new BufferError(
        'no-prompt',
        'The last turn has ended at its stop token: append what follows it before the model goes on.',
      );
    const inside = ids.findIndex((id, index) => index < ids.length - 1 && this.stopIds.has(id));
    if (inside >= 0)
      throw new BufferError(
        'stop-inside',
        `Stop id ${ids[inside]} stands at ${inside} of ${ids.length} sampled ids: a turn ends at its first stop token. Cut it there, or sample turn by turn.`,
      );
    const scores = logprobs === null ? ids.map(() => null) : logprobsFor(ids, logprobs);
    const stopped = this.stopIds.has(ids.at(-1)!);
    const start = last.stopped === false ? last.start : this.ids.length;
    if (last.stopped === false) this.turns.pop();
    this.push(ids, 1, scores);
    this.turns.push({ kind: 'sampled', start, end: this.ids.length, stopped });
  }

  /** What the template adds behind a finished turn: its tail, the answers of tools, the next generation prompt. */
  append(ids: ArrayLike<number>): void {
    this.addDelta(given(ids, 'A delta'));
  }

  /**
   * The same, where ids before the seam may have to become others. Throws `sampled-replaced` where that would touch
   * an id that was sampled, unless the options let it.
   */
  join({ kept, appended }: Seam, { replaceSampled = false }: SeamOptions = {}): void {
    const inserted = given(appended, 'A delta');
    this.mustBeFinished();
    const first = Math.max(1, this.turns.at(-1)!.start);
    if (!Number.isInteger(kept) || kept < first || kept > this.ids.length)
      throw new BufferError(
        'bad-input',
        `A seam lies in the last turn, which keeps ${first} to ${this.ids.length} ids, not ${kept}: who changes more has to rewrite the history.`,
      );
    if (kept < this.ids.length) this.cut(kept, inserted, replaceSampled);
    this.addDelta(inserted);
  }

  /**
   * The history was written anew (a summary, a dropped thought, a template that is not prefix-preserving): `ids` are
   * all that the model sees now. They are context. Returns what was there before: a sample of its own, and the only
   * one in which its turns still stand behind the context that they were sampled in.
   */
  rewrite(ids: ArrayLike<number>, reason: string): Snapshot {
    const rewritten = given(ids, 'A history');
    const before = this.snapshot();
    const shared = sharedLength(before.ids, rewritten);
    const lost = before.mask.filter((counts) => counts === 1).length;
    this.ids = [];
    this.mask = [];
    this.logprobs = [];
    this.turns = [];
    this.add('rewrite', rewritten);
    this.freezes.push({ at: rewritten.length, shared, lost, reason });
    return before;
  }

  snapshot(): Snapshot {
    return Object.freeze({
      ids: Object.freeze([...this.ids]),
      mask: Object.freeze([...this.mask]),
      logprobs: Object.freeze([...this.logprobs]),
      turns: Object.freeze(this.turns.map((turn) => Object.freeze({ ...turn }))),
      repairs: Object.freeze([...this.repairs]),
      freezes: Object.freeze(this.freezes.map((freeze) => Object.freeze({ ...freeze }))),
    });
  }

  private addDelta(ids: readonly number[]): void {
    this.mustBeFinished();
    this.add('delta', ids);
  }

  private mustBeFinished(): void {
    const last = this.turns.at(-1);
    if (last === undefined)
      throw new BufferError('no-prompt', 'Nothing was asked yet: give the prompt before a delta.');
    if (last.stopped === false)
      throw new BufferError(
        'unfinished-turn',
        'The last turn was cut off before its stop token. Nothing follows it: its tool calls were not finished, and a stop token that the model did not sample must not be added. End the sample here, or let the model go on.',
      );
  }

  /** Takes ids from the end, for a seam that has to be spelt otherwise. */
  private cut(kept: number, inserted: readonly number[], replaceSampled: boolean): void {
    const sampled = this.mask.slice(kept).filter((counts) => counts === 1).length;
    const removed = this.ids.slice(kept);
    if (sampled > 0 && !replaceSampled)
      throw new BufferError(
        'sampled-replaced',
        `Joining this delta would replace ids ${JSON.stringify(removed)}, of which the model sampled ${sampled}. Their log-probabilities would belong to other ids. Append the delta behind the stop token instead.`,
      );
    this.repairs.push(
      Object.freeze({
        at: kept,
        removed: Object.freeze(removed),
        inserted: Object.freeze([...inserted]),
        sampled,
      }),
    );
    this.ids.length = kept;
    this.mask.length = kept;
    this.logprobs.length = kept;
    this.freezes = this.freezes.map((freeze) => ({ ...freeze, at: Math.min(freeze.at, kept) }));
    this.turns = this.turns
      .filter(({ start }) => start < kept)
      .map((turn) => (turn.end > kept ? { ...turn, end: kept } : turn));
  }

  private add(kind: Exclude<TurnKind, 'sampled'>, ids: readonly number[]): void {
    const start = this.ids.length;
    this.push(
      ids,
      0,
      ids.map(() => null),
    );
    this.turns.push({ kind, start, end: this.ids.length, stopped: null });
  }

  private push(ids: readonly number[], counts: 0 | 1, logprobs: readonly (number | null)[]): void {
    ids.forEach((id, index) => {
      this.ids.push(id);
      this.mask.push(counts);
      this.logprobs.push(logprobs[index] ?? null);
    });
  }
}

function given(ids: ArrayLike<number>, what: string): number[] {
  if (ids.length === 0) throw new BufferError('bad-input', `${what} has to have an id.`);
  return idsIn(ids, what);
}

function idsIn(ids: ArrayLike<number>, what: string): number[] {
  return Array.from(ids, (id, index) => {
    if (!Number.isSafeInteger(id) || id < 0)
      throw new BufferError('bad-input', `${what}: ${String(id)} at ${index} is no token id.`);
    return id;
  });
}

function logprobsFor(ids: readonly number[], logprobs: ArrayLike<number>): number[] {
  if (logprobs.length !== ids.length)
    throw new BufferError(
      'bad-input',
      `${ids.length} sampled ids came with ${logprobs.length} log-probabilities: there has to be one for each.`,
    );
  return Array.from(logprobs, (logprob, index) => {
    if (typeof logprob !== 'number' || Number.isNaN(logprob))
      throw new BufferError('bad-input', `The log-probability at ${index} is no number.`);
    return logprob;
  });
}

function sharedLength(one: readonly number[], other: readonly number[]): number {
  let shared = 0;
  while (shared < one.length && shared < other.length && one[shared] === other[shared]) shared += 1;
  return shared;
}
