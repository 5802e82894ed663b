/** Which documents are chat templates, for VS Code's registries. */
import * as vscode from 'vscode';

export const LANGUAGE_ID = 'chat-template';

/** Names that say what the file is, as in the manifest. */
export const TEMPLATE_FILES =
  '{**/*chat_template*.{jinja,jinja2,j2},**/additional_chat_templates/*.{jinja,jinja2,j2}}';

/** Every scheme: files, folders of a remote, documents never saved. */
export const SELECTOR = [{ language: LANGUAGE_ID }];

/** The template at an address, or the one that is looked at where none is given. */
export async function templateAt(address: unknown): Promise<vscode.TextDocument | undefined> {
  if (typeof address === 'string') return vscode.workspace.openTextDocument(vscode.Uri.parse(address, true));
  if (address instanceof vscode.Uri) return vscode.workspace.openTextDocument(address);
  return currentTemplate();
}

/** The template a command is about: in the active editor, else the only one that is visible. */
export function currentTemplate(): vscode.TextDocument | undefined {
  const active = vscode.window.activeTextEditor?.document;
  if (active?.languageId === LANGUAGE_ID) return active;
  const visible = vscode.window.visibleTextEditors.filter(
    ({ document }) => document.languageId === LANGUAGE_ID,
  );
  return visible.length === 1 ? visible[0]?.document : undefined;
}
