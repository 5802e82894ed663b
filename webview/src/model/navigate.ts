/** Where the keyboard goes from a token. */
import { paneOf, rowOf, type Grid } from './grid.ts';
import { standsOut, type LaneToken, type Place } from './lanes.ts';

export type Move =
  | 'next'
  | 'previous'
  | 'up'
  | 'down'
  | 'rowStart'
  | 'rowEnd'
  | 'start'
  | 'end'
  | 'nextDifference'
  | 'previousDifference'
  | 'otherSide';

const moves: Readonly<Record<Move, (grid: Grid, from: Place) => Place | null>> = {
  next: (grid, from) => step(grid, from, 1),
  previous: (grid, from) => step(grid, from, -1),
  up: (grid, from) => rowAway(grid, from, -1),
  down: (grid, from) => rowAway(grid, from, 1),
  rowStart: (grid, from) => inRow(grid, from, 0),
  rowEnd: (grid, from) => inRow(grid, from, -1),
  start: (_grid, { lane }) => ({ lane, position: 0 }),
  end: (grid, { lane }) => ({ lane, position: (grid.lanes[lane]?.length ?? 0) - 1 }),
  nextDifference: (grid, from) => difference(grid, stretchAt(grid, from), 1),
  previousDifference: (grid, from) => difference(grid, stretchAt(grid, from), -1),
  otherSide,
};

/** Null where there is nowhere to go: the token stays. */
export function moved(grid: Grid, from: Place, move: Move): Place | null {
  const to = moves[move](grid, from);
  return to === null || tokenAt(grid, to) === undefined ? null : to;
}

export function tokenAt(grid: Grid, { lane, position }: Place): LaneToken | undefined {
  return grid.lanes[lane]?.[position];
}

/** One token on, over what is folded away. */
function step(grid: Grid, from: Place, by: 1 | -1): Place | null {
  const to = { lane: from.lane, position: from.position + by };
  const row = rowOf(grid, to);
  if (row === -1) return null;
  if (grid.rows[row]?.kind !== 'fold') return to;
  const beyond = rowWith(grid, row, from.lane, by);
  return beyond === null ? null : inRow(grid, beyond, by === 1 ? 0 : -1);
}

/** Nearest row in a direction that has tokens of the lane, as the place of its first one. */
function rowWith(grid: Grid, row: number, lane: number, by: 1 | -1): Place | null {
  for (let at = row + by; at >= 0 && at < grid.rows.length; at += by) {
    const first = paneOf(grid, at, lane)?.segments[0];
    if (first !== undefined) return { lane, position: first.position };
  }
  return null;
}

function rowAway(grid: Grid, from: Place, by: 1 | -1): Place | null {
  const row = rowOf(grid, from);
  const here = paneOf(grid, row, from.lane)?.segments.find(({ position }) => position === from.position);
  for (let at = row + by; at >= 0 && at < grid.rows.length; at += by) {
    const segments = paneOf(grid, at, from.lane)?.segments;
    if (segments === undefined) continue;
    const x = here?.x ?? 0;
    const under = segments.findLast((segment) => segment.x <= x) ?? segments[0];
    if (under !== undefined && under.position !== from.position)
      return { lane: from.lane, position: under.position };
  }
  return null;
}

function inRow(grid: Grid, from: Place, index: 0 | -1): Place | null {
  const segment = paneOf(grid, rowOf(grid, from), from.lane)?.segments.at(index);
  return segment === undefined ? null : { lane: from.lane, position: segment.position };
}

function stretchAt(grid: Grid, from: Place): number {
  return tokenAt(grid, from)?.stretch ?? -1;
}

/** First token of the next stretch that differs; of the first render where it has some of it. */
function difference(grid: Grid, stretch: number, by: 1 | -1): Place | null {
  let best: Place | null = null;
  let bestStretch = by === 1 ? Infinity : -Infinity;
  grid.lanes.forEach((tokens, lane) => {
    const found = differenceIn(tokens, stretch, by);
    const its = tokens[found]?.stretch;
    if (its === undefined || (by === 1 ? its >= bestStretch : its <= bestStretch)) return;
    best = { lane, position: found };
    bestStretch = its;
  });
  return best;
}

function differenceIn(tokens: Grid['lanes'][number], stretch: number, by: 1 | -1): number {
  if (by === 1) return tokens.findIndex((token) => token.stretch > stretch && standsOut(token));
  const last = tokens.findLast((token) => token.stretch < stretch && standsOut(token));
  return last === undefined ? -1 : tokens.findIndex((token) => token.stretch === last.stretch);
}

/** The same token in the other render, or what stands on the same row there. */
function otherSide(grid: Grid, from: Place): Place | null {
  const lane = 1 - from.lane;
  const tokens = grid.lanes[lane];
  const here = tokenAt(grid, from);
  if (tokens === undefined || here === undefined) return null;
  if (here.mark === 'equal') return { lane, position: (lane === 1 ? here.after : here.before) ?? 0 };
  const row = rowOf(grid, from);
  const beside = paneOf(grid, row, lane)?.segments[0];
  return beside === undefined ? rowWith(grid, row, lane, 1) : { lane, position: beside.position };
}
