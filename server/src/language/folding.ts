import { child, childrenOf, descendants } from './node.ts';
import type { SyntaxNode } from './node.ts';
import type { TemplateModel } from './model/index.ts';

/**
 * A part that can be folded: from the end of what stays visible to the start of what closes it. Both are offsets;
 * the lines between them are hidden, so that the closing tag stays in sight.
 */
export interface Fold {
  readonly start: number;
  readonly end: number;
  readonly kind: 'block' | 'comment';
}

/** Delimited things that are worth folding where they run over several lines. */
const BRACKETED: ReadonlySet<string> = new Set([
  'list',
  'dict',
  'tuple',
  'arguments',
  'output',
  'set_statement',
]);

export function foldingRanges(model: TemplateModel): readonly Fold[] {
  const folds: Fold[] = [];
  for (const node of descendants(model.root)) folds.push(...foldsOf(node));
  return folds.filter(({ start, end }) => model.text.slice(start, end).includes('\n'));
}

function foldsOf(node: SyntaxNode): readonly Fold[] {
  if (node.kind === 'comment') return [{ start: node.start, end: node.end, kind: 'comment' }];
  if (BRACKETED.has(node.kind)) return [{ start: node.start, end: node.end, kind: 'block' }];
  if (!node.kind.endsWith('_statement') && node.kind !== 'set_block') return [];
  const clauses = [node, ...childrenOf(node, 'branch')];
  const end = child(node, 'end')?.start ?? node.end;
  return clauses.flatMap((clause, i) => {
    const tag = child(clause, 'tag');
    return tag ? [{ start: tag.end, end: clauses[i + 1]?.start ?? end, kind: 'block' as const }] : [];
  });
}
