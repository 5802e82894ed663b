import type { CancellationToken } from 'vscode-languageserver';

/** A request's token as the signal that jobs of the worker take. */
export function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
