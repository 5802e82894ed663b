import * as vscode from 'vscode';
import type { Span } from '../../../protocol/certification.ts';

/** Selects a span of a template in its editor and scrolls there; the focus stays where it is. */
export async function revealSpan(uri: vscode.Uri, { start, end }: Span): Promise<void> {
  const editor = await editorOf(uri);
  const range = new vscode.Range(editor.document.positionAt(start), editor.document.positionAt(end));
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

async function editorOf(uri: vscode.Uri): Promise<vscode.TextEditor> {
  const visible = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === uri.toString(),
  );
  if (visible) return visible;
  const document = await vscode.workspace.openTextDocument(uri);
  return vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, preserveFocus: true });
}
