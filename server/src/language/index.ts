/**
 * What an editor asks about a template. Every function is pure: it takes the meaning of a text (`analyse`) and
 * answers in plain data with UTF-16 offsets. The text may be broken; the answers are then what can still be said.
 */
import { modelOf } from './model/index.ts';
import type { TemplateModel } from './model/index.ts';
import type { SyntaxNode } from './node.ts';
import type { SyntaxTree } from './syntaxTree.ts';

export { completions } from './completion/index.ts';
export type { Completion, CompletionKind } from './completion/index.ts';
export { foldingRanges } from './folding.ts';
export type { Fold } from './folding.ts';
export { hover } from './hover.ts';
export type { Hover } from './hover.ts';
export type { TemplateModel } from './model/index.ts';
export { definition, highlights, references } from './navigation.ts';
export type { Highlight } from './navigation.ts';
export { hasSyntaxErrors } from './node.ts';
export { documentSymbols } from './outline.ts';
export type { OutlineEntry, OutlineKind } from './outline.ts';
export { prepareRename, rename } from './rename.ts';
export type { Renamable, Renamed } from './rename.ts';
export { selectionRanges } from './selection.ts';
export type { Range } from './selection.ts';
export { semanticTokens, TOKEN_MODIFIERS, TOKEN_TYPES } from './semanticTokens.ts';
export type { SemanticToken, TokenModifier, TokenType } from './semanticTokens.ts';
export { signatureHelp } from './signature.ts';
export type { Signature } from './signature.ts';
export { createTemplateParser } from './syntaxTree.ts';
export type { SyntaxTree, TemplateParser, TextEdit, WasmBytes } from './syntaxTree.ts';

const analysed = new WeakMap<SyntaxNode, TemplateModel>();

/** The meaning of a tree's names. Made once for each state of the text, however many features ask. */
export function analyse(tree: Pick<SyntaxTree, 'root' | 'text'>): TemplateModel {
  const root = tree.root;
  let model = analysed.get(root);
  if (!model) {
    model = modelOf(root, tree.text);
    analysed.set(root, model);
  }
  return model;
}
