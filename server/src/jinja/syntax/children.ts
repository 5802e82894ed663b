import type { Arguments, Expression } from './ast.ts';

/** Calls `visit` with each expression directly below, in the order in which Python compiles them. */
export function forEachOperand(node: Expression, visit: (child: Expression) => void): void {
  switch (node.kind) {
    case 'tuple':
    case 'list':
      return node.items.forEach(visit);
    case 'dict':
      for (const { key, value } of node.entries) {
        visit(key);
        visit(value);
      }
      return;
    case 'attribute':
      return visit(node.object);
    case 'subscript':
      visit(node.object);
      return visit(node.index);
    case 'slice':
      if (node.start) visit(node.start);
      if (node.stop) visit(node.stop);
      if (node.step) visit(node.step);
      return;
    case 'call':
      visit(node.callee);
      return forEachArgument(node.args, visit);
    case 'filter':
      visit(node.operand);
      return forEachArgument(node.use.args, visit);
    case 'test':
      visit(node.operand);
      return forEachArgument(node.args, visit);
    case 'unary':
      return visit(node.operand);
    case 'binary':
    case 'logical':
      visit(node.left);
      return visit(node.right);
    case 'compare':
      visit(node.first);
      for (const { operand } of node.rest) visit(operand);
      return;
    case 'concat':
      return node.operands.forEach(visit);
    case 'conditional':
      visit(node.consequence);
      visit(node.condition);
      if (node.alternative) visit(node.alternative);
      return;
    default:
      return;
  }
}

export function forEachArgument(args: Arguments, visit: (child: Expression) => void): void {
  args.positional.forEach(visit);
  for (const { value } of args.keyword) visit(value);
  if (args.splat) visit(args.splat);
  if (args.keywordSplat) visit(args.keywordSplat);
}
