/** A panel in a test: its host says what it is told to, and writes down what it hears. */
import { cleanup, render } from '@testing-library/preact';
import { act } from 'preact/test-utils';
import type { FromView, ToView, ViewId } from '../../../protocol/views.ts';
import { App } from '../app/App.tsx';
import type { Host } from '../vscode.ts';

class NothingChanges implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Without a layout engine everything is 0 px wide, and no row would be in sight. */
export function pretendLayout(width = 1000, height = 600): void {
  const sizes = { clientWidth: width, offsetWidth: width, clientHeight: height, offsetHeight: height };
  for (const [name, value] of Object.entries(sizes))
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get(this: HTMLElement) {
        return this.classList.contains('probe') ? 19 : value;
      },
    });
  window.ResizeObserver = NothingChanges;
  globalThis.ResizeObserver = NothingChanges;
}

export function openPanel(view: ViewId, saved: unknown = undefined) {
  cleanup();
  const posted: FromView[] = [];
  let receive: (message: ToView) => void = () => undefined;
  let kept: object | null = null;
  const host: Host = {
    post: (message) => posted.push(message),
    listen(callback) {
      receive = callback;
      return () => undefined;
    },
    load: () => saved,
    save: (state) => {
      kept = state;
    },
  };
  const screen = render(<App view={view} host={host} />);
  return {
    screen,
    posted,
    send: (message: ToView) => act(() => receive(message)),
    kept: () => kept,
    last: () => posted.at(-1),
  };
}
