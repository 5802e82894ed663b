/** What is in sight stays where it is, though rows above it fold, wrap or change. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { rowOf, type Grid } from '../model/grid.ts';
import type { Place } from '../model/lanes.ts';
import type { useVirtualRows } from './useVirtualRows.ts';

interface SteadyScroll {
  readonly grid: Grid;
  /** Pixels. */
  readonly rowHeight: number;
  readonly measured: boolean;
  /** Keeps its place if it is in sight; else the first row does. */
  readonly active: Place;
  readonly virtualizer: ReturnType<typeof useVirtualRows>;
}

export function useSteadyScroll({ grid, rowHeight, measured, active, virtualizer }: SteadyScroll): void {
  const last = useRef<{ grid: Grid; rowHeight: number } | null>(null);
  useLayoutEffect(() => {
    const old = last.current;
    last.current = measured ? { grid, rowHeight } : null;
    if (old === null || old.grid.lanes.length !== grid.lanes.length) return;
    const top = virtualizer.scrollOffset ?? 0;
    const first = Math.floor(top / old.rowHeight);
    const rows = Math.floor((virtualizer.scrollRect?.height ?? 0) / old.rowHeight);
    const row = rowOf(old.grid, active);
    const inSight = row >= first && row < first + rows && old.grid.rows[row]?.kind === 'tokens';
    const place = inSight ? active : firstPlace(old.grid, first);
    const before = place === null ? -1 : rowOf(old.grid, place);
    const after = place === null ? -1 : rowOf(grid, place);
    if (before === -1 || after === -1) return;
    const wanted = Math.max(0, after * rowHeight + top - before * old.rowHeight);
    if (wanted !== top) virtualizer.scrollToOffset(wanted);
  }, [grid, rowHeight, measured]);
}

/** The first token at or under a row. */
function firstPlace(grid: Grid, from: number): Place | null {
  for (const row of grid.rows.slice(from, from + 100)) {
    const pane = row.kind === 'tokens' ? row.panes.find((shown) => shown !== null) : undefined;
    if (pane) return { lane: pane.lane, position: pane.segments[0]?.position ?? 0 };
  }
  return null;
}
