/** What an editor shows of a template's structure: outline, folds, growing selections. */
import { FoldingRangeKind, SymbolKind } from 'vscode-languageserver';
import type { DocumentSymbol, FoldingRange, SelectionRange } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { documentSymbols, foldingRanges, selectionRanges } from '../../language/index.ts';
import type { OutlineEntry, OutlineKind, TemplateModel } from '../../language/index.ts';
import { rangeOf } from '../positions.ts';

const SYMBOL_KINDS: Readonly<Record<OutlineKind, SymbolKind>> = {
  macro: SymbolKind.Function,
  loop: SymbolKind.Array,
  role: SymbolKind.EnumMember,
  condition: SymbolKind.Boolean,
  generation: SymbolKind.Event,
  variable: SymbolKind.Variable,
  namespace: SymbolKind.Namespace,
  block: SymbolKind.Class,
};

export function symbolsOf(model: TemplateModel, document: TextDocument): DocumentSymbol[] {
  return documentSymbols(model).map((entry) => symbolOf(entry, document));
}

function symbolOf(entry: OutlineEntry, document: TextDocument): DocumentSymbol {
  const { name, detail, kind, nameStart, nameEnd, children } = entry;
  return {
    name,
    detail,
    kind: SYMBOL_KINDS[kind],
    range: rangeOf(document, entry),
    selectionRange: rangeOf(document, { start: nameStart, end: nameEnd }),
    children: children.map((inner) => symbolOf(inner, document)),
  };
}

export function foldsOf(model: TemplateModel, document: TextDocument): FoldingRange[] {
  return foldingRanges(model).flatMap(({ start, end, kind }) => {
    const startLine = document.positionAt(start).line;
    const lastLine = document.positionAt(end).line;
    // The closing tag of a block stays in sight; a comment is hidden to its end.
    const endLine = kind === 'comment' ? lastLine : lastLine - 1;
    if (endLine <= startLine) return [];
    return [{ startLine, endLine, ...(kind === 'comment' ? { kind: FoldingRangeKind.Comment } : {}) }];
  });
}

/** The innermost range, linked to those around it. */
export function selectionOf(model: TemplateModel, document: TextDocument, offset: number): SelectionRange {
  const outermostFirst = [...selectionRanges(model, offset)].reverse();
  const linked = outermostFirst.reduce<SelectionRange | undefined>(
    (parent, range) => ({ range: rangeOf(document, range), ...(parent ? { parent } : {}) }),
    undefined,
  );
  return linked ?? { range: rangeOf(document, { start: offset, end: offset }) };
}
