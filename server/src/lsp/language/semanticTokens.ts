/** Semantic tokens: what only the meaning of a name tells. */
import { SemanticTokensBuilder } from 'vscode-languageserver';
import type { SemanticTokens, SemanticTokensLegend } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { semanticTokens, TOKEN_MODIFIERS, TOKEN_TYPES } from '../../language/index.ts';
import type { SemanticToken, TemplateModel } from '../../language/index.ts';

export const LEGEND: SemanticTokensLegend = {
  tokenTypes: [...TOKEN_TYPES],
  tokenModifiers: [...TOKEN_MODIFIERS],
};

export function semanticTokensOf(model: TemplateModel, document: TextDocument): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const token of semanticTokens(model)) {
    const { line, character } = document.positionAt(token.start);
    builder.push(line, character, token.end - token.start, TOKEN_TYPES.indexOf(token.type), bitsOf(token));
  }
  return builder.build();
}

function bitsOf({ modifiers }: SemanticToken): number {
  return modifiers.reduce((bits, modifier) => bits | (1 << TOKEN_MODIFIERS.indexOf(modifier)), 0);
}
