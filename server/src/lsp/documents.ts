/** Open documents, kept in step with the client by incremental changes. */
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from '../language/syntaxTree.ts';

/** For `TextDocuments`: updates that also tell `changed` each edit in turn, with the document it was made in. */
export function recordingDocuments(changed: (before: TextDocument, edit: TextEdit) => void) {
  return {
    create: (uri: string, languageId: string, version: number, content: string) =>
      TextDocument.create(uri, languageId, version, content),
    update(document: TextDocument, changes: TextDocumentContentChangeEvent[], version: number) {
      for (const change of changes) {
        changed(document, editOf(document, change));
        // In place: the document given is the document returned.
        TextDocument.update(document, [change], version);
      }
      return document;
    },
  };
}

function editOf(document: TextDocument, change: TextDocumentContentChangeEvent): TextEdit {
  if (!('range' in change)) return { start: 0, end: document.getText().length, text: change.text };
  const { start, end } = change.range;
  return { start: document.offsetAt(start), end: document.offsetAt(end), text: change.text };
}
