/** Which token the tooltip is of: soon after the pointer rests on it, at once when the keyboard moves there. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Place } from '../model/lanes.ts';

interface Shown {
  readonly place: Place;
  readonly anchor: Element;
}

/** Milliseconds: as long as the editor's own hover waits, and long enough to reach the tooltip. */
const SHOW_AFTER = 300;
const HIDE_AFTER = 200;

export function useTokenTip() {
  const [shown, setShown] = useState<Shown | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const waitingFor = useRef<Element | null>(null);

  const later = useCallback((next: Shown | null, ms: number) => {
    clearTimeout(timer.current);
    waitingFor.current = next?.anchor ?? null;
    timer.current = setTimeout(() => setShown(next), ms);
  }, []);
  const now = useCallback((next: Shown | null) => {
    clearTimeout(timer.current);
    waitingFor.current = next?.anchor ?? null;
    setShown(next);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  return useMemo(
    () => ({
      shown,
      show: (place: Place, anchor: Element) => now({ place, anchor }),
      showSoon(place: Place, target: EventTarget | null) {
        const anchor = target instanceof Element ? target.closest('[data-position]') : null;
        if (anchor !== null && anchor !== waitingFor.current) later({ place, anchor }, SHOW_AFTER);
      },
      hide: () => now(null),
      hideSoon: () => later(null, HIDE_AFTER),
      /** The pointer is on the tooltip itself. */
      stay: () => clearTimeout(timer.current),
    }),
    [shown, now, later],
  );
}
