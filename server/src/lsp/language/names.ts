/** Where names lead: highlights, definition, references, rename. */
import { DocumentHighlightKind, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { DocumentHighlight, Location, PrepareRenameResult, WorkspaceEdit } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { definition, highlights, prepareRename, references, rename } from '../../language/index.ts';
import type { Highlight, TemplateModel } from '../../language/index.ts';
import { rangeOf, textEditOf } from '../positions.ts';

const HIGHLIGHT_KINDS: Readonly<Record<Highlight['kind'], DocumentHighlightKind>> = {
  read: DocumentHighlightKind.Read,
  write: DocumentHighlightKind.Write,
  tag: DocumentHighlightKind.Text,
};

export function highlightsOf(
  model: TemplateModel,
  document: TextDocument,
  offset: number,
): DocumentHighlight[] {
  return highlights(model, offset).map((highlight) => ({
    range: rangeOf(document, highlight),
    kind: HIGHLIGHT_KINDS[highlight.kind],
  }));
}

export function definitionOf(model: TemplateModel, document: TextDocument, offset: number): Location[] {
  return definition(model, offset).map((range) => ({ uri: document.uri, range: rangeOf(document, range) }));
}

export function referencesOf(
  model: TemplateModel,
  document: TextDocument,
  offset: number,
  withDeclaration: boolean,
): Location[] {
  return references(model, offset, withDeclaration).map((range) => ({
    uri: document.uri,
    range: rangeOf(document, range),
  }));
}

/** Throws a ResponseError that says why what stands there can't be renamed. */
export function prepareRenameOf(
  model: TemplateModel,
  document: TextDocument,
  offset: number,
): PrepareRenameResult {
  const prepared = prepareRename(model, offset);
  if (!prepared.ok) throw refused(prepared.reason);
  return { range: rangeOf(document, prepared.range), placeholder: prepared.name };
}

/** Throws a ResponseError that says why the new name can't be given. */
export function renameOf(
  model: TemplateModel,
  document: TextDocument,
  offset: number,
  newName: string,
): WorkspaceEdit {
  const renamed = rename(model, offset, newName);
  if (!renamed.ok) throw refused(renamed.reason);
  const { uri, version } = document;
  const edits = renamed.edits.map(({ start, end, text }) =>
    textEditOf(document, { span: { start, end }, text }),
  );
  return { documentChanges: [{ textDocument: { uri, version }, edits }] };
}

function refused(reason: string): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason);
}
