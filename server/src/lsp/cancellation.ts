import type { CancellationToken } from 'vscode-languageserver';

/** Resolves when the request is cancelled. */
export function cancellation(token: CancellationToken): Promise<null> {
  return new Promise((resolve) => {
    if (token.isCancellationRequested) resolve(null);
    token.onCancellationRequested(() => resolve(null));
  });
}

/** A request's token as the signal that jobs of the worker take. */
export function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
