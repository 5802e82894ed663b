/** Offsets in UTF-16 units to LSP's lines and characters, and back. */
import type { Range } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Edit, Span } from '../../../protocol/certification.ts';
import type { TextEdit } from 'vscode-languageserver';

export function rangeOf(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function spanOf(document: TextDocument, { start, end }: Range): Span {
  return { start: document.offsetAt(start), end: document.offsetAt(end) };
}

export function textEditOf(document: TextDocument, { span, text }: Edit): TextEdit {
  return { range: rangeOf(document, span), newText: text };
}

/** Spans that touch count: a cursor at either end of a finding is on it. */
export function touches(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}
