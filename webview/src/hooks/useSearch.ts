/** Finding in a grid: the query, its hits, and the one on show. */
import { useMemo, useState } from 'preact/hooks';
import type { Lane, Place } from '../model/lanes.ts';
import { hitsOf, noHits, type Hits } from '../model/search.ts';
import { useDebounced } from './useDebounced.ts';

export interface Search {
  readonly open: boolean;
  readonly query: string;
  readonly hits: Hits;
  /** Index of the hit on show; -1: none yet. */
  readonly current: number;
  readonly place: Place | null;
  start(): void;
  ask(query: string): void;
  step(by: 1 | -1): void;
  close(): void;
}

/** `show` is called with each hit that is stepped to. */
export function useSearch(lanes: readonly Lane[], show: (place: Place) => void): Search {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [asked, setAsked] = useState('');
  const [current, setCurrent] = useState(-1);
  const hits = useMemo(() => (open ? hitsOf(lanes, asked) : noHits), [open, lanes, asked]);
  const askSoon = useDebounced((next: string) => {
    // Enter may have asked for it already, and shown the first hit.
    if (next === asked) return;
    setAsked(next);
    setCurrent(-1);
  }, 120);

  return {
    open,
    query,
    hits,
    current,
    place: hits.places[current] ?? null,
    start: () => setOpen(true),
    ask(next) {
      setQuery(next);
      askSoon(next);
    },
    step(by) {
      // Enter may come before the pause is over.
      const found = query === asked ? hits : hitsOf(lanes, query);
      const count = found.places.length;
      if (count === 0) return;
      const next = current === -1 && by === -1 ? count - 1 : (current + by + count) % count;
      setAsked(query);
      setCurrent(next);
      const place = found.places[next];
      if (place !== undefined) show(place);
    },
    close: () => setOpen(false),
  };
}
