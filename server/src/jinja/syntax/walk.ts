/** Walking a template's syntax tree without knowing every kind of node. */
import type { Node, Template } from './ast.ts';

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'kind' in value && 'span' in value;

/** The nodes directly below, in source order of their fields. Plain records between nodes (arguments, parameters) are looked through. */
export function childrenOf(node: Node): Node[] {
  const found: Node[] = [];
  const collect = (value: unknown): void => {
    if (isNode(value)) found.push(value);
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  Object.values(node).forEach(collect);
  return found;
}

/** Every node of the template, parents before children. */
export function* nodesOf(template: Template): Generator<Node> {
  const waiting: Node[] = [template];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    waiting.push(...childrenOf(node).reverse());
  }
}
