import { useEffect, useRef } from 'preact/hooks';
import { viewCommandOf, type ViewCommand } from '../app/keys.ts';

export type ViewCommands = Readonly<Partial<Record<ViewCommand, () => void>>>;

/** Runs the view's commands from the keyboard, wherever the focus is. Null: not now. */
export function useViewKeys(commands: ViewCommands | null): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const command = viewCommandOf(event);
      const run = command === null ? undefined : latest.current?.[command];
      if (run === undefined) return;
      run();
      event.preventDefault();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
