/** Mounts only the rows that are in sight, and those that must stay. */
import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useReducer, useState } from 'preact/hooks';

type Rows = Virtualizer<HTMLElement, HTMLElement>;

interface RowsOptions {
  readonly scroller: RefObject<HTMLElement>;
  readonly count: number;
  /** Pixels, the same for every row. */
  readonly rowHeight: number;
  /** Anything that means other rows when it changes. */
  readonly rows: unknown;
  /** Index of a row that stays mounted, since it has the focus; -1: none. */
  readonly kept: number;
}

export function useVirtualRows({ scroller, count, rowHeight, rows, kept }: RowsOptions): Rows {
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  // A new function tells the virtualizer that its measurements are of other rows.
  const getItemKey = useCallback((index: number) => index, [rows, rowHeight]);
  const options: VirtualizerOptions<HTMLElement, HTMLElement> = {
    count,
    getItemKey,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => rerender(undefined),
    rangeExtractor(range) {
      const indexes = defaultRangeExtractor(range);
      const first = indexes[0] ?? 0;
      const last = indexes.at(-1) ?? -1;
      if (kept < 0 || kept >= count || (kept >= first && kept <= last)) return indexes;
      return kept < first ? [kept, ...indexes] : [...indexes, kept];
    },
  };
  const [virtualizer] = useState<Rows>(() => new Virtualizer(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}
