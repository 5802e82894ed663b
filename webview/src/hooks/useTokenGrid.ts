/** A grid of tokens and everything that moves in it: layout, the active token, the selection, scrolling. */
import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { gridOf, rowOf, type Grid, type Seam } from '../model/grid.ts';
import type { Lane, Place } from '../model/lanes.ts';
import { moved, type Move } from '../model/navigate.ts';
import { startOf } from '../model/seam.ts';
import type { Selection } from '../model/selection.ts';
import { useMeasured } from './useMeasured.ts';
import { useSteadyScroll } from './useSteadyScroll.ts';
import { useVirtualRows } from './useVirtualRows.ts';

export interface TokenGridOptions {
  readonly lanes: readonly Lane[];
  readonly seam: Seam;
  readonly whitespace: boolean;
  readonly ids: boolean;
  /** null: nothing is folded. */
  readonly expanded: ReadonlySet<number> | null;
  /** Positions at which parts with a heading begin. */
  readonly parts?: readonly number[];
  onExpand(stretch: number): void;
}

export interface TokenGridControl {
  readonly grid: Grid;
  /** Laid out: before that, a place has no scroll position. */
  readonly measured: boolean;
  readonly rowHeight: number;
  readonly whitespace: boolean;
  readonly ids: boolean;
  readonly scroller: RefObject<HTMLDivElement>;
  readonly probe: RefObject<HTMLSpanElement>;
  readonly idProbe: RefObject<HTMLSpanElement>;
  readonly virtualizer: ReturnType<typeof useVirtualRows>;
  /** The token that the keyboard is on. */
  readonly active: Place;
  readonly selection: Selection | null;
  /** Set for the one render after which the active token takes the focus. */
  readonly takesFocus: RefObject<boolean>;
  /** Makes a token the active one; `extend` draws the selection to it, else it is dropped. */
  activate(place: Place, extend?: boolean): void;
  /** Activates, unfolds and scrolls to a token. */
  goTo(place: Place, how?: { focus?: boolean; extend?: boolean }): void;
  /** Unfolds and scrolls to a token, and changes nothing else. */
  scrollTo(place: Place): void;
  move(move: Move, extend?: boolean): boolean;
  select(selection: Selection | null): void;
  onExpand(stretch: number): void;
}

/** Sign and index before the tokens, in columns, and the padding of a pane, in pixels: styles/grid.css sets the same. */
const GUTTER_COLUMNS = 8;
const PANE_PADDING = 16;

export function useTokenGrid(options: TokenGridOptions): TokenGridControl {
  const { lanes, seam, whitespace, ids, expanded, parts, onExpand } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const idProbe = useRef<HTMLSpanElement>(null);
  const { width, column, idColumn, lineHeight, idLineHeight } = useMeasured({ scroller, probe, idProbe });

  const room = Math.max(160, Math.floor(width / lanes.length) - GUTTER_COLUMNS * column - PANE_PADDING);
  const grid = useMemo(
    () =>
      gridOf({ lanes, seam, expanded, parts, metrics: { column, idColumn, width: room, whitespace, ids } }),
    [lanes, seam, expanded, parts, column, idColumn, room, whitespace, ids],
  );
  const rowHeight = lineHeight + (ids ? idLineHeight : 0) + 3;

  const [wanted, setActive] = useState<Place>(() => startOf(seam ?? [], lanes) ?? { lane: 0, position: 0 });
  const active = useMemo(() => within(lanes, wanted), [lanes, wanted]);
  const [selection, select] = useState<Selection | null>(null);
  // Positions of other lanes mean other tokens.
  useLayoutEffect(() => select(null), [lanes]);
  const takesFocus = useRef(false);
  const kept = useMemo(() => rowOf(grid, active), [grid, active]);
  const virtualizer = useVirtualRows({ scroller, count: grid.rows.length, rowHeight, rows: grid, kept });
  useSteadyScroll({ grid, rowHeight, measured: width > 0, active, virtualizer });

  const activate = useCallback(
    (place: Place, extend = false) => {
      select((old) => (extend ? extended(old, active, place) : null));
      setActive(place);
    },
    [active],
  );

  // A token may be folded away: then unfolding changes the grid, and the scrolling follows after it.
  const [target, setTarget] = useState<Place | null>(null);
  useLayoutEffect(() => {
    if (target === null || width === 0) return;
    const index = rowOf(grid, target);
    const row = grid.rows[index];
    if (row?.kind === 'fold') return onExpand(row.stretch);
    if (index !== -1 && !inSight(virtualizer, index, rowHeight))
      virtualizer.scrollToIndex(index, { align: 'center' });
    setTarget(null);
  }, [target, grid, width, virtualizer, rowHeight, onExpand]);

  const goTo: TokenGridControl['goTo'] = useCallback(
    (place, { focus = false, extend = false } = {}) => {
      activate(place, extend);
      takesFocus.current = focus;
      setTarget(place);
    },
    [activate],
  );
  const move = useCallback(
    (way: Move, extend = false) => {
      const to = moved(grid, active, way);
      if (to !== null) goTo(to, { focus: true, extend });
      return to !== null;
    },
    [grid, active, goTo],
  );

  return {
    grid,
    measured: width > 0,
    rowHeight,
    whitespace,
    ids,
    scroller,
    probe,
    idProbe,
    virtualizer,
    active,
    selection,
    takesFocus,
    activate,
    goTo,
    scrollTo: setTarget,
    move,
    select,
    onExpand,
  };
}

function within(lanes: readonly Lane[], { lane, position }: Place): Place {
  const inside = lane < lanes.length ? lane : 0;
  return { lane: inside, position: Math.max(0, Math.min(position, (lanes[inside]?.length ?? 0) - 1)) };
}

function extended(old: Selection | null, active: Place, to: Place): Selection | null {
  const anchor = old?.anchor ?? active.position;
  return (old?.lane ?? active.lane) === to.lane ? { lane: to.lane, anchor, head: to.position } : old;
}

function inSight(virtualizer: ReturnType<typeof useVirtualRows>, index: number, rowHeight: number): boolean {
  const top = virtualizer.scrollOffset ?? 0;
  const height = virtualizer.scrollRect?.height ?? 0;
  return index * rowHeight >= top && (index + 1) * rowHeight <= top + height;
}
