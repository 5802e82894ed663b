/** A grid: rows of one or two panes, aligned, with long equal runs folded away. */
import { alignedRows, inlineRows } from './align.ts';
import { foldedRows } from './fold.ts';
import type { Lane, Place } from './lanes.ts';
import type { LaneRow, Metrics } from './rows.ts';
import { rowsOf } from './rows.ts';

export type GridRow =
  | { readonly kind: 'tokens'; readonly panes: readonly (LaneRow | null)[] }
  /** Where the renders part, or the second goes on. */
  | { readonly kind: 'seam' }
  /** Stands over the tokens of a part: index of the part. */
  | { readonly kind: 'heading'; readonly part: number }
  | { readonly kind: 'fold'; readonly stretch: number; readonly tokens: number };

export interface Grid {
  readonly lanes: readonly Lane[];
  readonly rows: readonly GridRow[];
  /** Per lane: rows that have tokens of it, in order, with the first position of each. */
  readonly starts: readonly (readonly { readonly position: number; readonly row: number }[])[];
}

/** Position in each lane at which the renders part; null: nowhere. */
export type Seam = readonly number[] | null;

export interface GridOptions {
  readonly lanes: readonly Lane[];
  readonly seam: Seam;
  readonly metrics: Metrics;
  /** Stretches that stay unfolded; null folds nothing at all. */
  readonly expanded: ReadonlySet<number> | null;
  /** Positions in the only lane at which parts begin, ascending: each gets a heading. */
  readonly parts?: readonly number[];
}

export function gridOf({ lanes, seam, metrics, expanded, parts = [] }: GridOptions): Grid {
  const laidOut = lanes.map((lane, i) =>
    rowsOf(lane, i, metrics, new Set([...parts, ...(seam === null ? [] : [seam[i] ?? -1])])),
  );
  const [left = [], right] = laidOut;
  const rows =
    right === undefined ? withHeadings(inlineRows(left, seam), parts) : alignedRows(lanes, left, right, seam);
  return gridOfRows(lanes, expanded === null ? rows : foldedRows(lanes, rows, expanded));
}

function gridOfRows(lanes: readonly Lane[], rows: readonly GridRow[]): Grid {
  const starts: { position: number; row: number }[][] = lanes.map(() => []);
  rows.forEach((row, index) => {
    if (row.kind !== 'tokens') return;
    for (const pane of row.panes)
      if (pane !== null) starts[pane.lane]?.push({ position: pane.segments[0]?.position ?? 0, row: index });
  });
  return { lanes, rows, starts };
}

function withHeadings(rows: readonly GridRow[], parts: readonly number[]): GridRow[] {
  let next = 0;
  return rows.flatMap((row): GridRow[] => {
    const first = row.kind === 'tokens' ? row.panes[0]?.segments[0]?.position : undefined;
    if (first === undefined || first !== parts[next]) return [row];
    return [{ kind: 'heading', part: next++ }, row];
  });
}

/** The row a token starts in: a fold's row where it is folded away. -1 where the lane has no such token. */
export function rowOf(grid: Grid, { lane, position }: Place): number {
  if (position < 0 || position >= (grid.lanes[lane]?.length ?? 0)) return -1;
  const starts = grid.starts[lane] ?? [];
  let at = lastAtOrBefore(starts, position);
  const rowAt = (index: number) => starts[index]?.row ?? -1;
  if (contains(grid, rowAt(at), lane, position)) {
    // A token wider than a row stands in several: the first counts.
    while (starts[at]?.position === position && contains(grid, rowAt(at - 1), lane, position)) at--;
    return rowAt(at);
  }
  return grid.rows.findIndex((row, index) => index > rowAt(at) && row.kind === 'fold');
}

function contains(grid: Grid, row: number, lane: number, position: number): boolean {
  const segments = paneOf(grid, row, lane)?.segments;
  return segments !== undefined && (segments.at(-1)?.position ?? -1) >= position;
}

/** The tokens of a lane in a row; null where it has none. */
export function paneOf(grid: Grid, row: number, lane: number): LaneRow | null {
  const at = grid.rows[row];
  return at?.kind === 'tokens' ? (at.panes.find((pane) => pane?.lane === lane) ?? null) : null;
}

function lastAtOrBefore(starts: readonly { readonly position: number }[], position: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle]?.position ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
