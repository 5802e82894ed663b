/** Where a template takes a list of the conversation otherwise than whole and in order. */
import type { Expression, Filter, Node } from '../jinja/syntax/ast.ts';
import type { DataFlow } from './reads.ts';

/** `part`: some items only · `order`: in another order · `scan`: every item is looked at. */
export type Take = 'part' | 'order' | 'scan';

const byFilter: Readonly<Record<string, Take>> = {
  first: 'part',
  last: 'part',
  random: 'part',
  reverse: 'order',
  sort: 'order',
  dictsort: 'order',
  selectattr: 'scan',
  rejectattr: 'scan',
  select: 'scan',
  reject: 'scan',
  map: 'scan',
  list: 'scan',
  join: 'scan',
  tojson: 'scan',
  unique: 'scan',
};

/** Expressions that take what is at a path so, outer ones before what they hold; those that only ask are left out. */
export function takesOf({ tree, paths }: DataFlow, path: string, take: Take): Expression[] {
  return tree.nodes.flatMap((node) => {
    const taken = takenBy(node);
    if (taken === null || taken.how !== take || !paths.of(taken.from).has(path)) return [];
    return take !== 'scan' && isOnlyAsked(node) ? [] : [node as Expression];
  });

  function isOnlyAsked(node: Node): boolean {
    let below = node;
    for (const above of tree.ancestorsOf(node)) {
      if (above.kind === 'branch' || above.kind === 'test')
        return above.kind === 'test' || above.condition === below;
      if (above.kind === 'conditional' && above.condition === below) return true;
      below = above;
    }
    return false;
  }
}

function takenBy(node: Node): { readonly from: Expression; readonly how: Take } | null {
  if (node.kind === 'filter') {
    const how = byFilter[node.use.name];
    return how === undefined ? null : { from: node.operand, how };
  }
  if (node.kind !== 'subscript') return null;
  if (node.index.kind === 'integer' || (node.index.kind === 'unary' && node.index.operator === '-'))
    return { from: node.object, how: 'part' };
  if (node.index.kind !== 'slice') return null;
  return { from: node.object, how: node.index.step === null ? 'part' : 'order' };
}

/** What encodes a value at a path as JSON: `tojson` over it. */
export function encodersOf({ tree, paths }: DataFlow, path: string): Filter[] {
  return tree.nodes.filter(
    (node): node is Filter =>
      node.kind === 'filter' && node.use.name === 'tojson' && paths.of(node.operand).has(path),
  );
}
