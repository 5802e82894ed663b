/** What a grid shows at first: where it was scrolled to before a reload, else its start. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TokenGridControl } from './useTokenGrid.ts';

interface Opening {
  readonly control: TokenGridControl;
  /** What is shown: another one opens at its start, a newer version of the same stays where it is. */
  readonly subject: string;
  readonly scrollTop: number | null;
  toStart(): void;
}

export function useOpening({ control, subject, scrollTop, toStart }: Opening): void {
  const opened = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!control.measured || opened.current === subject) return;
    if (opened.current === null && scrollTop !== null) control.virtualizer.scrollToOffset(scrollTop);
    else toStart();
    opened.current = subject;
  });
}
