/** Gives Jinja files that are chat templates their language, whatever their name; once, so that a person may differ. */
import * as vscode from 'vscode';
import { looksLikeChatTemplate } from './detect.ts';
import { LANGUAGE_ID } from './templates.ts';

const JINJA_FILE = /\.(jinja|jinja2|j2)$/i;

export function followLanguage(): vscode.Disposable {
  const seen = new Set<string>();
  const consider = async (document: vscode.TextDocument) => {
    const uri = document.uri.toString();
    if (document.languageId === LANGUAGE_ID || seen.has(uri) || !JINJA_FILE.test(document.uri.path)) return;
    seen.add(uri);
    if (looksLikeChatTemplate(document.getText()))
      await vscode.languages.setTextDocumentLanguage(document, LANGUAGE_ID);
  };
  const opened = (document: vscode.TextDocument) => void consider(document);
  vscode.workspace.textDocuments.forEach(opened);
  return vscode.workspace.onDidOpenTextDocument(opened);
}
