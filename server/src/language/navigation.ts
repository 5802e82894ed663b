import { child, childrenOf, enclosing, nodeAt } from './node.ts';
import type { SyntaxNode } from './node.ts';
import type { TemplateModel } from './model/index.ts';
import type { Range } from './selection.ts';

export interface Highlight extends Range {
  readonly kind: 'read' | 'write' | 'tag';
}

/** Every place that gives the name at an offset a value; for `loop`, the loop. Empty for what is passed in. */
export function definition(model: TemplateModel, offset: number): readonly Range[] {
  const symbol = model.symbolAt(offset);
  if (!symbol) return [];
  if (symbol.kind === 'special') return symbol.maker ? [rangeOf(symbol.maker)] : [];
  return symbol.occurrences.filter(({ role }) => role !== 'read').map(rangeOf);
}

/** Every place where the same variable, parameter, macro or attribute is named. */
export function references(model: TemplateModel, offset: number, withDeclaration: boolean): readonly Range[] {
  const occurrences = model.symbolAt(offset)?.occurrences ?? [];
  return occurrences.filter(({ role }) => withDeclaration || role !== 'declaration').map(rangeOf);
}

/** The same name everywhere; on a tag's word, the tags that belong together. */
export function highlights(model: TemplateModel, offset: number): readonly Highlight[] {
  const symbol = model.symbolAt(offset);
  if (symbol) {
    return symbol.occurrences.map(({ start, end, role }) => ({
      start,
      end,
      kind: role === 'read' ? 'read' : 'write',
    }));
  }
  return tagWords(nodeAt(model.root, offset)).map(({ start, end }) => ({ start, end, kind: 'tag' }));
}

const LOOP_EXITS: ReadonlySet<string> = new Set(['break_statement', 'continue_statement']);

function tagWords(leaf: SyntaxNode): readonly SyntaxNode[] {
  const tag = leaf.field === 'keyword' ? leaf.parent : null;
  if (!tag) return [];
  if (LOOP_EXITS.has(tag.kind)) return statementWords(enclosing(tag, 'for_statement'));
  const owner = tag.parent?.kind.endsWith('_clause') ? tag.parent.parent : tag.parent;
  return statementWords(owner);
}

function statementWords(statement: SyntaxNode | null): readonly SyntaxNode[] {
  if (!statement) return [];
  const tags = [
    child(statement, 'tag'),
    ...childrenOf(statement, 'branch').map((clause) => child(clause, 'tag')),
    child(statement, 'end'),
  ];
  return tags.flatMap((tag) => (tag && child(tag, 'keyword')) ?? []);
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}
