/** Finding one's way in the tree from a span, and comparing trees. */
import type { Span } from '../../../../protocol/certification.ts';
import type { For, If, Node, Statement, Template } from '../../jinja/syntax/ast.ts';
import { childrenOf, nodesOf } from '../../jinja/syntax/walk.ts';

/** Nodes around a stretch of the source, outermost first; the last one is the smallest that holds all of it. */
export function pathTo(template: Template, { start, end }: Span): Node[] {
  const path: Node[] = [];
  for (let at: Node | undefined = template; at !== undefined;) {
    path.push(at);
    at = childrenOf(at).find((child) => spanOf(child).start <= start && spanOf(child).end >= end);
  }
  return path;
}

/** A branch holds its body, which its own span (the tag's) does not. */
function spanOf(node: Node): Span {
  if (node.kind !== 'branch') return node.span;
  const last = node.body.at(-1);
  return last === undefined
    ? node.span
    : { start: node.span.start, end: Math.max(node.span.end, last.span.end) };
}

/** The expression or condition that stands exactly there. */
export function nodeAt(template: Template, span: Span): Node | null {
  const path = pathTo(template, span);
  return path.findLast((node) => node.span.start === span.start && node.span.end === span.end) ?? null;
}

/** The `if` one of whose conditions stands there. */
export function ifWithCondition(template: Template, { start, end }: Span): If | null {
  for (const node of nodesOf(template)) {
    if (
      node.kind === 'if' &&
      node.branches.some(({ condition }) => condition.span.start === start && condition.span.end === end)
    )
      return node;
  }
  return null;
}

/** The list of statements that holds a statement, and its place in it. */
export function siblingsOf(
  template: Template,
  statement: Node,
): { body: readonly Statement[]; index: number } | null {
  for (const node of nodesOf(template)) {
    const bodies = ['body' in node ? node.body : null, 'otherwise' in node ? node.otherwise : null];
    for (const body of bodies) {
      const index = body?.indexOf(statement as Statement) ?? -1;
      if (index >= 0) return { body: body!, index };
    }
  }
  return null;
}

export const isLoopOverMessages = (node: Node): node is For =>
  node.kind === 'for' && node.iterable.kind === 'name' && /messages$/.test(node.iterable.name);
