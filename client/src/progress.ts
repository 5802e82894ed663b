/** Work that a person waits for, and can cancel. */
import * as vscode from 'vscode';

/** Undefined where the person cancelled. */
export function withProgress<T>(
  title: string,
  run: (
    token: vscode.CancellationToken,
    progress: vscode.Progress<{ message?: string; increment?: number }>,
  ) => Promise<T>,
): Thenable<T | undefined> {
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
  return vscode.window.withProgress(options, async (progress, token) => {
    try {
      return await run(token, progress);
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      throw error;
    }
  });
}
