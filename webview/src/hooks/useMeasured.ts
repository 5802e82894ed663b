/** Sizes of a scrolling pane and of the editor's font, kept up to date. Pixels. */
import { useLayoutEffect, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

export interface Measured {
  /** Inner width of the pane, without its scroll bar; 0 until it was laid out. */
  readonly width: number;
  readonly column: number;
  readonly idColumn: number;
  readonly lineHeight: number;
  readonly idLineHeight: number;
}

/** Characters in the elements that are measured: see TokenGrid's probes. */
export const PROBE = 'x'.repeat(64);

/** A plausible font, until the real one was measured. */
const unmeasured: Measured = { width: 0, column: 8, idColumn: 6, lineHeight: 19, idLineHeight: 12 };

/** Milliseconds without a new size. */
const SETTLED = 60;

interface Elements {
  readonly scroller: RefObject<HTMLElement>;
  readonly probe: RefObject<HTMLElement>;
  readonly idProbe: RefObject<HTMLElement>;
}

export function useMeasured({ scroller, probe, idProbe }: Elements): Measured {
  const [measured, setMeasured] = useState(unmeasured);
  useLayoutEffect(() => {
    const elements = [scroller.current, probe.current, idProbe.current].filter((element) => element !== null);
    const measure = () => {
      const next: Measured = {
        width: scroller.current?.clientWidth ?? 0,
        column: (probe.current?.getBoundingClientRect().width ?? 0) / PROBE.length || unmeasured.column,
        idColumn: (idProbe.current?.getBoundingClientRect().width ?? 0) / PROBE.length || unmeasured.idColumn,
        lineHeight: probe.current?.offsetHeight || unmeasured.lineHeight,
        idLineHeight: idProbe.current?.offsetHeight || unmeasured.idLineHeight,
      };
      setMeasured((old) => (same(old, next) ? old : next));
    };
    measure();
    // A long render takes a while to lay out again: once a drag rests, not at each of its frames.
    let timer: ReturnType<typeof setTimeout>;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(measure, SETTLED);
    });
    for (const element of elements) observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [scroller, probe, idProbe]);
  return measured;
}

function same(a: Measured, b: Measured): boolean {
  return (
    a.width === b.width &&
    a.column === b.column &&
    a.idColumn === b.idColumn &&
    a.lineHeight === b.lineHeight &&
    a.idLineHeight === b.idLineHeight
  );
}
