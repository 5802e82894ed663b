/** Which names a body reads and assigns, in order: feeds a Scope before the body is compiled. */
import type { Expression, FilterUse, If, Node, Statement, Target } from '../syntax/ast.ts';
import { forEachArgument, forEachOperand } from '../syntax/children.ts';
import { childrenOf } from '../syntax/walk.ts';
import type { Scope } from './scope.ts';
import type { Unit } from './unit.ts';

export function analyseBody(body: readonly Statement[], scope: Scope): void {
  for (const statement of body) analyseStatement(statement, scope);
}

/** Names that an expression (or a filter's arguments) reads. */
export function analyseRead(node: Expression | FilterUse, scope: Scope): void {
  if (node.kind === 'name') scope.read(node.name);
  else forEachPart(node, (part) => analyseRead(part, scope));
}

function forEachPart(node: Expression | FilterUse, visit: (part: Expression) => void): void {
  if (node.kind === 'filter-use') forEachArgument(node.args, visit);
  else forEachOperand(node, visit);
}

/** Targets of `set`. */
export function analyseTarget(target: Target, scope: Scope): void {
  if (target.kind === 'name') scope.assign(target.name);
  else if (target.kind === 'namespace-target') scope.read(target.name);
  else for (const item of target.items) analyseTarget(item, scope);
}

/** Targets of `for` and `with`: set anew, whatever they were outside. */
export function analyseBinding(target: Target, scope: Scope): void {
  if (target.kind === 'name') scope.argument(target.name);
  else if (target.kind === 'namespace-target') scope.read(target.name);
  else for (const item of target.items) analyseBinding(item, scope);
}

/**
 * Which of `wanted` a body reads without having set them before: how Jinja2 decides whether a loop needs `loop`
 * or a macro takes `caller`. Blocks have scopes of their own and are not looked into.
 */
export function undeclared(unit: Unit, body: readonly Statement[], wanted: readonly string[]): Set<string> {
  const open = new Set(wanted.filter((name) => unit.mentions(name)));
  const found = new Set<string>();
  if (open.size === 0) return found;
  const visitTarget = (target: Target): void => {
    if (target.kind === 'name') open.delete(target.name);
    else if (target.kind === 'tuple-target') target.items.forEach(visitTarget);
    else if (open.has(target.name)) found.add(target.name);
  };
  const visit = (node: Node): void => {
    if (node.kind === 'block') return;
    if (node.kind === 'name') {
      if (open.has(node.name)) found.add(node.name);
      return;
    }
    if (node.kind === 'for') visitTarget(node.target);
    if (node.kind === 'set') {
      visitTarget(node.target);
      return visit(node.value);
    }
    if (node.kind === 'set-block') {
      visitTarget(node.target);
      node.filters.forEach(visit);
      return node.body.forEach(visit);
    }
    if (node.kind === 'macro' || node.kind === 'call-block') {
      for (const parameter of node.parameters) open.delete(parameter.name);
    }
    for (const child of childrenOf(node)) if (!isTarget(node, child)) visit(child);
  };
  body.forEach(visit);
  return found;
}

function isTarget(parent: Node, child: Node): boolean {
  if (parent.kind === 'for') return child === parent.target;
  return parent.kind === 'with' && parent.bindings.some((binding) => binding.target === child);
}

function analyseStatement(statement: Statement, scope: Scope): void {
  switch (statement.kind) {
    case 'output':
      return analyseRead(statement.value, scope);
    case 'if':
      return analyseIf(statement, 0, scope);
    case 'for':
      return analyseRead(statement.iterable, scope);
    case 'set':
      analyseRead(statement.value, scope);
      return analyseTarget(statement.target, scope);
    case 'set-block':
      return analyseTarget(statement.target, scope);
    case 'macro':
      return scope.assign(statement.name);
    case 'call-block':
      return analyseRead(statement.call, scope);
    case 'filter-block':
      return statement.filters.forEach((use) => analyseRead(use, scope));
    case 'with':
      return statement.bindings.forEach((binding) => analyseRead(binding.value, scope));
    case 'load':
      return analyseRead(statement.template, scope);
    case 'text':
    case 'generation':
    case 'block':
    case 'autoescape':
    case 'break':
    case 'continue':
  }
}

/** `if` with its `elif`s: each `elif` is an `if` of its own among the alternatives. */
function analyseIf(node: If, first: number, scope: Scope): void {
  const branch = node.branches[first];
  if (branch === undefined) return;
  analyseRead(branch.condition, scope);
  const elifs = first === 0 ? node.branches.slice(1) : [];
  const otherwise = first === 0 ? (node.otherwise ?? []) : [];
  scope.branches([
    branch.body.length === 0 ? null : () => analyseBody(branch.body, scope),
    elifs.length === 0 ? null : () => elifs.forEach((_, i) => analyseIf(node, i + 1, scope)),
    otherwise.length === 0 ? null : () => analyseBody(otherwise, scope),
  ]);
}
