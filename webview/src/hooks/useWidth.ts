import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Width of an element in pixels; null until it was laid out. */
export function useWidth(element: RefObject<HTMLElement>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? null));
    setWidth(element.current.clientWidth || null);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
