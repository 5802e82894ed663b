/** Certifies a template for its panel, and keeps its certificate as a file. */
import * as vscode from 'vscode';
import type { LanguageServer } from './languageServer.ts';
import type { PanelHost } from './panels/panelHost.ts';
import { withProgress } from './progress.ts';
import { today } from './today.ts';

/** Shows the panel once the certificate is made; a person who cancels sees nothing. */
export async function certify(
  document: vscode.TextDocument,
  server: LanguageServer,
  panels: PanelHost,
): Promise<void> {
  const uri = server.uriOf(document);
  const made = await withProgress(`Certifying ${nameOf(document.uri)}`, (token) =>
    server.ask('chatTemplate/certificate', { uri, date: today() }, token),
  );
  if (made) panels.show('certificate', document);
}

export async function saveCertificate(document: vscode.TextDocument, server: LanguageServer): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    title: 'Save Certificate',
    defaultUri: besideOf(document),
    filters: { 'Certificate (JSON)': ['json'], 'Page (Markdown)': ['md'] },
  });
  if (!target) return;
  const uri = server.uriOf(document);
  const format = target.path.toLowerCase().endsWith('.md') ? 'markdown' : 'json';
  const file = await withProgress(`Certifying ${nameOf(document.uri)}`, (token) =>
    server.ask('chatTemplate/certificateFile', { uri, date: today(), format }, token),
  );
  if (!file) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(file.text));
  const open = 'Open';
  const chosen = await vscode.window.showInformationMessage(`Saved ${nameOf(target)}.`, open);
  if (chosen === open) await vscode.window.showTextDocument(target);
}

/** `chat_template.certificate.json` beside the template; a template never saved has no place. */
function besideOf({ uri }: vscode.TextDocument): vscode.Uri | undefined {
  if (uri.scheme === 'untitled') return undefined;
  const base = nameOf(uri).replace(/\.[^.]+$/, '');
  return vscode.Uri.joinPath(uri, '..', `${base}.certificate.json`);
}

const nameOf = ({ path }: vscode.Uri) => path.slice(path.lastIndexOf('/') + 1);
