/** Open documents, kept in step with the client by incremental changes. */
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** One change, in UTF-16 offsets: what an incremental parser is told. */
export interface OffsetChange {
  readonly start: number;
  /** End of what was replaced, in the text before. */
  readonly oldEnd: number;
  /** End of what stands there now. */
  readonly newEnd: number;
}

/** For `TextDocuments`: updates that also tell `changed` what was changed, in order; null for a whole new text. */
export function recordingDocuments(changed: (document: TextDocument, change: OffsetChange | null) => void) {
  return {
    create: (uri: string, languageId: string, version: number, content: string) =>
      TextDocument.create(uri, languageId, version, content),
    update(document: TextDocument, changes: TextDocumentContentChangeEvent[], version: number) {
      let updated = document;
      for (const change of changes) {
        const offsets = offsetsOf(updated, change);
        updated = TextDocument.update(updated, [change], version);
        changed(updated, offsets);
      }
      return updated;
    },
  };
}

function offsetsOf(document: TextDocument, change: TextDocumentContentChangeEvent): OffsetChange | null {
  if (!('range' in change)) return null;
  const start = document.offsetAt(change.range.start);
  const oldEnd = document.offsetAt(change.range.end);
  return { start, oldEnd, newEnd: start + change.text.length };
}
