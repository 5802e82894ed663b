import { child, descendants, textOf } from './node.ts';
import type { SyntaxNode } from './node.ts';
import { FILTERS, FUNCTIONS, SPECIAL_TOKENS, TESTS } from './knowledge/index.ts';
import { comparedRoles } from './model/shape.ts';
import type { SymbolKind, TemplateModel, TemplateSymbol } from './model/index.ts';

/** Names of the Language Server Protocol, so that every theme has colours for them. */
export const TOKEN_TYPES = [
  'function',
  'parameter',
  'variable',
  'namespace',
  'property',
  'enumMember',
] as const;

/**
 * `defaultLibrary`: passed in or built in. `readonly`: of what is passed in. `specialToken` is our own: text of a
 * special token.
 */
export const TOKEN_MODIFIERS = ['declaration', 'readonly', 'defaultLibrary', 'specialToken'] as const;

export type TokenType = (typeof TOKEN_TYPES)[number];
export type TokenModifier = (typeof TOKEN_MODIFIERS)[number];

export interface SemanticToken {
  readonly start: number;
  readonly end: number;
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

const TYPES: Readonly<Record<SymbolKind, TokenType>> = {
  variable: 'variable',
  'loop-variable': 'variable',
  parameter: 'parameter',
  macro: 'function',
  namespace: 'namespace',
  attribute: 'property',
  special: 'variable',
  context: 'variable',
};

/** What only the meaning of a name tells: the rest is coloured by the TextMate grammar. In the order of the text. */
export function semanticTokens(model: TemplateModel): readonly SemanticToken[] {
  const tokens = [...model.symbols.flatMap(tokensOf), ...builtinTokens(model), ...roleTokens(model)];
  return tokens.sort((a, b) => a.start - b.start);
}

function tokensOf(symbol: TemplateSymbol): readonly SemanticToken[] {
  return symbol.occurrences.map(({ start, end, role }) => ({
    start,
    end,
    type: symbol.kind === 'context' && FUNCTIONS.has(symbol.name) ? 'function' : TYPES[symbol.kind],
    modifiers: [...(role === 'declaration' ? (['declaration'] as const) : []), ...givenModifiers(symbol)],
  }));
}

function givenModifiers({ kind, name }: TemplateSymbol): readonly TokenModifier[] {
  if (kind === 'special') return ['readonly', 'defaultLibrary'];
  if (kind !== 'context') return [];
  if (SPECIAL_TOKENS.has(name)) return ['readonly', 'defaultLibrary', 'specialToken'];
  return FUNCTIONS.has(name) ? ['defaultLibrary'] : ['readonly', 'defaultLibrary'];
}

/** Filters and tests that exist: one that is not coloured is misspelt. */
function builtinTokens(model: TemplateModel): readonly SemanticToken[] {
  return [...descendants(model.root)].flatMap((node): readonly SemanticToken[] => {
    const table = node.kind === 'filter' ? FILTERS : node.kind === 'test' ? TESTS : null;
    const name = table && child(node, 'name');
    if (!name || !table.has(textOf(name, model.text))) return [];
    return [{ start: name.start, end: name.end, type: 'function', modifiers: ['defaultLibrary'] }];
  });
}

function roleTokens(model: TemplateModel): readonly SemanticToken[] {
  const comparisons = [...descendants(model.root)].filter(
    ({ kind }) => kind === 'comparison' || kind === 'test_expression',
  );
  const roles = new Set<SyntaxNode>(comparisons.flatMap((node) => comparedRoles(node, model)));
  return [...roles].map(({ start, end }) => ({ start, end, type: 'enumMember', modifiers: [] }));
}
