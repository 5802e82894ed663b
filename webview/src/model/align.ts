/** Puts the rows of two lanes side by side, so that lines which are equal start on the same row. */
import type { GridRow, Seam } from './grid.ts';
import type { Lane } from './lanes.ts';
import type { LaneRow } from './rows.ts';

/** `alignedRows` for one lane: its rows, with the seam between them. */
export function inlineRows(rows: readonly LaneRow[], seam: Seam): GridRow[] {
  const at = seam === null ? -1 : rowFrom(rows, seam[0] ?? 0);
  return [
    ...tokens(rows.slice(0, Math.max(at, 0))),
    ...seamRow(seam),
    ...tokens(rows.slice(Math.max(at, 0))),
  ];
}

function tokens(rows: readonly LaneRow[]): GridRow[] {
  return rows.map((row) => ({ kind: 'tokens', panes: [row] }));
}

function seamRow(seam: Seam): GridRow[] {
  return seam === null ? [] : [{ kind: 'seam' }];
}

export function alignedRows(
  lanes: readonly Lane[],
  left: readonly LaneRow[],
  right: readonly LaneRow[],
  seam: Seam,
): GridRow[] {
  const rows: GridRow[] = [];
  const seamAt = seam === null ? null : [rowFrom(left, seam[0] ?? 0), rowFrom(right, seam[1] ?? 0)];
  const rightRows = rowsByLineStart(lanes[1] ?? [], right);
  let l = 0;
  let r = 0;
  const advanceTo = (nextLeft: number, nextRight: number) => {
    while (l < nextLeft || r < nextRight) {
      const panes = [l < nextLeft ? (left[l++] ?? null) : null, r < nextRight ? (right[r++] ?? null) : null];
      rows.push({ kind: 'tokens', panes });
    }
  };
  for (let next = 0; next <= left.length; next++) {
    if (seamAt !== null && next === seamAt[0]) {
      advanceTo(next, seamAt[1] ?? r);
      rows.push({ kind: 'seam' });
    }
    const row = left[next];
    const start = row === undefined ? null : lineStart(lanes[0] ?? [], row);
    const partner = start === null ? undefined : rightRows.get(start);
    if (partner !== undefined && partner >= r) advanceTo(next, partner);
  }
  advanceTo(left.length, right.length);
  return rows;
}

/** First row that starts at or after a position. */
function rowFrom(rows: readonly LaneRow[], position: number): number {
  const at = rows.findIndex((row) => (row.segments[0]?.position ?? 0) >= position);
  return at === -1 ? rows.length : at;
}

function rowsByLineStart(lane: Lane, rows: readonly LaneRow[]): Map<number, number> {
  const byStart = new Map<number, number>();
  rows.forEach((row, index) => {
    const start = lineStart(lane, row);
    if (start !== null) byStart.set(start, index);
  });
  return byStart;
}

/** More units than one token can have: lets a token and an offset in it be one number. */
const UNITS = 2 ** 26;

/** Names the start of a text line in both lanes alike; null where the row doesn't start one, or not with an equal token. */
function lineStart(lane: Lane, row: LaneRow): number | null {
  const [first] = row.segments;
  if (first === undefined || row.continued) return null;
  const token = lane[first.position];
  return token === undefined || token.mark !== 'equal' ? null : (token.before ?? 0) * UNITS + first.from;
}
