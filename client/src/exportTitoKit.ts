/** Writes what a trainer needs of a template into a folder. */
import * as vscode from 'vscode';
import type { LanguageServer } from './languageServer.ts';
import { withProgress } from './progress.ts';

/** The kit is made before a folder is asked for: a template that has none is told so at once. */
export async function exportTitoKit(document: vscode.TextDocument, server: LanguageServer): Promise<void> {
  const uri = server.uriOf(document);
  const kit = await withProgress('Making the kit', (token) =>
    server.ask('chatTemplate/titoKit', { uri }, token),
  );
  if (!kit) return;
  const folder = await folderFor(document);
  if (!folder) return;
  const encoder = new TextEncoder();
  for (const { name, text } of kit.files)
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), encoder.encode(text));
  const open = 'Open';
  const chosen = await vscode.window.showInformationMessage(
    `Saved ${kit.files.length} files: ${kit.summary}.`,
    open,
  );
  const [first] = kit.files;
  if (chosen === open && first) await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, first.name));
}

async function folderFor({ uri }: vscode.TextDocument): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: 'Folder for the TITO Kit',
    openLabel: 'Export Here',
    canSelectFiles: false,
    canSelectFolders: true,
    defaultUri: uri.scheme === 'untitled' ? undefined : vscode.Uri.joinPath(uri, '..'),
  });
  return chosen?.[0];
}
