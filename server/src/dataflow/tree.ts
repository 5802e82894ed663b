/** The tree of a template with its way up: what a node stands in. */
import type { Expression, For, Node, Template } from '../jinja/syntax/ast.ts';
import { childrenOf, nodesOf } from '../jinja/syntax/walk.ts';

export class Tree {
  /** Parents before children. */
  readonly nodes: readonly Node[];
  private readonly parents = new Map<number, Node>();

  constructor(readonly template: Template) {
    this.nodes = [...nodesOf(template)];
    for (const node of this.nodes) for (const child of childrenOf(node)) this.parents.set(child.id, node);
  }

  parentOf(node: Node): Node | null {
    return this.parents.get(node.id) ?? null;
  }

  /** From the parent up to the template. */
  *ancestorsOf(node: Node): Generator<Node> {
    for (let above = this.parentOf(node); above !== null; above = this.parentOf(above)) yield above;
  }

  /** Loops whose body holds the node, the innermost first. */
  *loopsAround(node: Node): Generator<For> {
    let below = node;
    for (const above of this.ancestorsOf(node)) {
      if (above.kind === 'for' && above.body.some(({ id }) => id === below.id)) yield above;
      below = above;
    }
  }

  /**
   * Conditions that are known to have been asked before the node is reached: of branches and ternaries around it (the
   * failed ones too), of loop filters, and what stands to its left in an `and` or `or`. The innermost first.
   */
  *conditionsOver(node: Node): Generator<Expression> {
    let below = node;
    for (const above of this.ancestorsOf(node)) {
      if (above.kind === 'branch' && above.condition.id !== below.id) yield above.condition;
      if (above.kind === 'if') yield* failedBefore(above.branches, below);
      if (above.kind === 'conditional' && above.condition.id !== below.id) yield above.condition;
      if (above.kind === 'logical' && above.right.id === below.id) yield above.left;
      if (above.kind === 'for' && above.filter && above.body.some(({ id }) => id === below.id))
        yield above.filter;
      below = above;
    }
  }
}

function failedBefore(branches: readonly { id: number; condition: Expression }[], below: Node): Expression[] {
  const own = branches.findIndex(({ id }) => id === below.id);
  return branches.slice(0, own < 0 ? branches.length : own).map(({ condition }) => condition);
}

/** A node and all below it. */
export function* within(node: Node): Generator<Node> {
  const waiting: Node[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    waiting.push(...childrenOf(next).reverse());
  }
}
