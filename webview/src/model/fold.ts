/** Folds rows that are equal in both renders, leaving a few around each difference. */
import type { GridRow } from './grid.ts';
import type { Lane } from './lanes.ts';

/** Rows kept beside a difference. */
const CONTEXT = 3;
/** A fold takes a row itself: fewer are not worth it. */
const FEWEST = 4;

export function foldedRows(
  lanes: readonly Lane[],
  rows: readonly GridRow[],
  expanded: ReadonlySet<number>,
): GridRow[] {
  const folded: GridRow[] = [];
  for (let start = 0; start < rows.length;) {
    const stretch = equalStretch(lanes, rows[start]);
    let end = start + 1;
    while (stretch !== null && end < rows.length && equalStretch(lanes, rows[end]) === stretch) end++;
    folded.push(
      ...(stretch === null ? rows.slice(start, end) : foldedRun(rows, start, end, stretch, expanded)),
    );
    start = end;
  }
  return folded;
}

function foldedRun(
  rows: readonly GridRow[],
  start: number,
  end: number,
  stretch: number,
  expanded: ReadonlySet<number>,
): readonly GridRow[] {
  const first = start === 0 ? start : start + CONTEXT;
  const last = end === rows.length ? end : end - CONTEXT;
  const nothingDiffers = start === 0 && end === rows.length;
  if (nothingDiffers || last - first < FEWEST || expanded.has(stretch)) return rows.slice(start, end);
  const fold: GridRow = { kind: 'fold', stretch, tokens: tokensIn(rows.slice(first, last)) };
  return [...rows.slice(start, first), fold, ...rows.slice(last, end)];
}

function tokensIn(rows: readonly GridRow[]): number {
  const positions = new Set<number>();
  for (const row of rows)
    if (row.kind === 'tokens')
      for (const { position } of row.panes[0]?.segments ?? []) positions.add(position);
  return positions.size;
}

/** The stretch all of a row belongs to, where it is the same in both renders. */
function equalStretch(lanes: readonly Lane[], row: GridRow | undefined): number | null {
  if (row?.kind !== 'tokens') return null;
  let stretch: number | null = null;
  for (const pane of row.panes) {
    if (pane === null) return null;
    for (const { position } of pane.segments) {
      const token = lanes[pane.lane]?.[position];
      if (token === undefined || token.mark !== 'equal') return null;
      if (stretch !== null && stretch !== token.stretch) return null;
      stretch = token.stretch;
    }
  }
  return stretch;
}
