import type { Node, Statement } from './ast.ts';
import { childrenOf } from './walk.ts';

/** Whether `name` is read somewhere in the statements before they assign it; blocks are not looked into. */
export function loadsUnassigned(statements: readonly Statement[], name: string): boolean {
  return statements.map((statement) => firstUse(statement, name)).find((use) => use !== null) === 'read';
}

type Use = 'read' | 'assigned' | null;

function firstUse(node: Node, name: string): Use {
  if (node.kind === 'name') return node.name === name ? 'read' : null;
  if (node.kind === 'block') return null;
  if (assigns(node, name)) return 'assigned';
  const target = 'target' in node ? node.target : null;
  for (const child of childrenOf(node)) {
    const use = child === target ? null : firstUse(child, name);
    if (use) return use;
  }
  return null;
}

function assigns(node: Node, name: string): boolean {
  if (node.kind === 'macro' || node.kind === 'call-block')
    return node.parameters.some((parameter) => parameter.name === name);
  if (!('target' in node)) return false;
  const names = node.target.kind === 'tuple-target' ? node.target.items : [node.target];
  return names.some((target) => target.kind === 'name' && target.name === name);
}
