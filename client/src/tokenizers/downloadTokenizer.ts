/**
 * Downloads a tokenizer with progress. Here and not in the server's process: VS Code's proxy settings and certificates
 * hold for `fetch` of the extension host only.
 */
import { homedir } from 'node:os';
import type * as vscode from 'vscode';
import { pull, type PullProgress } from '../../../server/src/hub/index.ts';
import type { LanguageServer } from '../languageServer.ts';
import { withProgress } from '../progress.ts';

/** False where the person cancelled; rejects with the reason where it failed. */
export async function downloadTokenizer(name: string, server: LanguageServer): Promise<boolean> {
  const stop = new AbortController();
  const host = { fetch: globalThis.fetch, environment: { variables: process.env, home: homedir() } };
  const pulled = await withProgress(`Downloading the tokenizer of ${name}`, async (token, progress) => {
    token.onCancellationRequested(() => stop.abort());
    return pull(name, host, reporter(progress), stop.signal);
  });
  if (pulled) await server.tokenizerFilesChanged();
  return pulled !== undefined;
}

function reporter(progress: vscode.Progress<{ message?: string; increment?: number }>) {
  let shown = 0;
  return ({ file, received, total }: PullProgress): void => {
    const percent = total > received || shown > 0 ? Math.floor((100 * received) / Math.max(total, 1)) : 0;
    const megabytes = (received / 2 ** 20).toFixed(1);
    progress.report({ message: `${file}, ${megabytes} MB`, increment: Math.max(0, percent - shown) });
    shown = Math.max(shown, percent);
  };
}
