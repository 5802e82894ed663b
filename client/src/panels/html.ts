/** The page of a panel: one bundle for all views, scripts by nonce only. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { ViewId } from '../../../protocol/views.ts';

/** The only folder panels may read from. */
export function bundleFolder(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

export function pageOf(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  view: ViewId,
  title: string,
): string {
  const nonce = randomBytes(16).toString('base64');
  const address = (file: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(bundleFolder(extensionUri), file));
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${asHtml(title)}</title>
    <link rel="stylesheet" href="${address('main.css').toString()}">
  </head>
  <body data-view="${view}">
    <script type="module" nonce="${nonce}" src="${address('main.js').toString()}"></script>
  </body>
</html>`;
}

/** A title has the name of a file in it. */
function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
