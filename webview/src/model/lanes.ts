/** Lanes: the tokens of one column in reading order, each knowing its place in both renders. */
import type { LossMark, TokenCell, TokenDiffModel } from '../../../protocol/views.ts';

export type Mark = 'equal' | 'removed' | 'added';

export type Side = 'before' | 'after';

export interface LaneToken {
  readonly cell: TokenCell;
  /** The render that the cell is of. */
  readonly from: Side;
  /** Index in each render, from 0; null where it is in the other one only. */
  readonly before: number | null;
  readonly after: number | null;
  readonly mark: Mark;
  /** Index of its stretch of the diff. */
  readonly stretch: number;
  /** What training makes of it, where that is shown. */
  readonly loss?: LossMark;
}

/** What a person looks for: what is in one render only, and what the loss mask gets wrong. Blanks alone are no fault. */
export function standsOut({ cell, mark, loss }: LaneToken): boolean {
  return mark !== 'equal' || ((loss === 'hole' || loss === 'leak') && cell.text.trim() !== '');
}

export type Lane = readonly LaneToken[];

/** A place in a grid. */
export interface Place {
  readonly lane: number;
  readonly position: number;
}

type Diff = Pick<TokenDiffModel, 'before' | 'after' | 'stretches'>;

/** Two lanes: the tokens of the first render, and those of the second. */
export function sideLanes({ before, after, stretches }: Diff): readonly [Lane, Lane] {
  const left: LaneToken[] = [];
  const right: LaneToken[] = [];
  stretches.forEach(({ kind, before: b, after: a }, stretch) => {
    const equal = kind === 'equal';
    before.tokens.slice(b.start, b.end).forEach((cell, i) => {
      left.push({
        cell,
        from: 'before',
        before: b.start + i,
        after: equal ? a.start + i : null,
        mark: equal ? 'equal' : 'removed',
        stretch,
      });
    });
    after.tokens.slice(a.start, a.end).forEach((cell, i) => {
      right.push({
        cell,
        from: 'after',
        before: equal ? b.start + i : null,
        after: a.start + i,
        mark: equal ? 'equal' : 'added',
        stretch,
      });
    });
  });
  return [left, right];
}

/** One lane: equal tokens once, and where the renders part the removed ones before the added ones. */
export function inlineLane({ before, after, stretches }: Diff): Lane {
  const lane: LaneToken[] = [];
  stretches.forEach(({ kind, before: b, after: a }, stretch) => {
    const equal = kind === 'equal';
    if (!equal)
      before.tokens.slice(b.start, b.end).forEach((cell, i) => {
        lane.push({ cell, from: 'before', before: b.start + i, after: null, mark: 'removed', stretch });
      });
    after.tokens.slice(a.start, a.end).forEach((cell, i) => {
      lane.push({
        cell,
        from: 'after',
        before: equal ? b.start + i : null,
        after: a.start + i,
        mark: equal ? 'equal' : 'added',
        stretch,
      });
    });
  });
  return lane;
}

/** A lane with nothing to compare. */
export function plainLane(tokens: readonly TokenCell[]): Lane {
  return tokens.map((cell, i) => ({
    cell,
    from: 'after',
    before: null,
    after: i,
    mark: 'equal',
    stretch: 0,
  }));
}

/** A lane that says what training makes of each token; tokens it makes the same of are one stretch. */
export function lossLane(tokens: readonly TokenCell[], loss: readonly LossMark[]): Lane {
  let stretch = 0;
  return plainLane(tokens).map((token, i) => {
    if (i > 0 && loss[i] !== loss[i - 1]) stretch++;
    return { ...token, stretch, loss: loss[i] };
  });
}

/** A text as a lane: one cell without an id. */
export function textLane(text: string): Lane {
  if (text === '') return [];
  const cell: TokenCell = {
    id: -1,
    start: 0,
    end: text.length,
    text,
    special: false,
    bytes: null,
    site: null,
    path: null,
    message: -1,
    generation: false,
  };
  return plainLane([cell]);
}

/** Position of the first token from `index` of a render on; the lane's length where there is none. */
export function positionOf(lane: Lane, side: Side, index: number): number {
  const at = lane.findIndex((token) => (token[side] ?? -1) >= index);
  return at === -1 ? lane.length : at;
}

/** Where a token of other lanes stands in these; null where it is in none. */
export function sameToken(lanes: readonly Lane[], token: LaneToken | undefined): Place | null {
  if (token === undefined) return null;
  const { before, after } = token;
  for (const [lane, tokens] of lanes.entries()) {
    const position = tokens.findIndex((other) =>
      before === null ? other.after === after : other.before === before,
    );
    if (position !== -1) return { lane, position };
  }
  return null;
}
