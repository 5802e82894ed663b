/** The one place that touches the host: what a panel may do to it, and nothing else. */
import type { FromView, ToView } from '../../protocol/views.ts';

interface VsCodeApi {
  postMessage(message: FromView): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export interface Host {
  post(message: FromView): void;
  /** Calls back for every message; returns what stops it. */
  listen(receive: (message: ToView) => void): () => void;
  load(): unknown;
  save(state: object): void;
}

/** The host of a panel inside VS Code. May be called once: the API can be acquired only once. */
export function vscodeHost(): Host {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    listen(receive) {
      const onMessage = (event: MessageEvent<ToView>) => receive(event.data);
      window.addEventListener('message', onMessage);
      return () => window.removeEventListener('message', onMessage);
    },
    load: () => api.getState(),
    save: (state) => api.setState(state),
  };
}
