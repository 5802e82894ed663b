/** What Jinja2 can compute while it compiles: visible in corners, such as slices of what can't be sliced. */
import type { Expression } from '../syntax/ast.ts';

export function isConstant(node: Expression): boolean {
  switch (node.kind) {
    case 'string':
    case 'integer':
    case 'float':
    case 'boolean':
    case 'none':
      return true;
    case 'tuple':
    case 'list':
      return node.items.every(isConstant);
    case 'dict':
      return node.entries.every(({ key, value }) => isConstant(key) && isConstant(value));
    case 'unary':
      return isConstant(node.operand);
    case 'slice':
      return [node.start, node.stop, node.step].every((part) => part === null || isConstant(part));
    case 'subscript':
      return isConstant(node.object) && isConstant(node.index);
    default:
      return false;
  }
}
