/** Walking a template's syntax tree without knowing every kind of node. */
import type { Block, Node, Statement, Template } from './ast.ts';

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'kind' in value;

/** Where a node keeps the nodes below it, alone, in arrays or in plain records. */
const FIELDS: Readonly<Record<Node['kind'], readonly string[]>> = {
  template: ['body'],
  text: [],
  output: ['value'],
  if: ['branches', 'otherwise'],
  branch: ['condition', 'body'],
  for: ['target', 'iterable', 'filter', 'body', 'otherwise'],
  set: ['target', 'value'],
  'set-block': ['target', 'filters', 'body'],
  macro: ['parameters', 'body'],
  'call-block': ['parameters', 'call', 'body'],
  'filter-block': ['filters', 'body'],
  generation: ['body'],
  with: ['bindings', 'body'],
  block: ['body'],
  autoescape: ['enabled', 'body'],
  break: [],
  continue: [],
  load: ['template'],
  'namespace-target': [],
  'tuple-target': ['items'],
  name: [],
  string: [],
  integer: [],
  float: [],
  boolean: [],
  none: [],
  tuple: ['items'],
  list: ['items'],
  dict: ['entries'],
  attribute: ['object'],
  subscript: ['object', 'index'],
  slice: ['start', 'stop', 'step'],
  call: ['callee', 'args'],
  'filter-use': ['args'],
  filter: ['operand', 'use'],
  test: ['operand', 'args'],
  unary: ['operand'],
  binary: ['left', 'right'],
  logical: ['left', 'right'],
  compare: ['first', 'rest'],
  concat: ['operands'],
  conditional: ['condition', 'consequence', 'alternative'],
};

/** The nodes directly below, in source order of their fields. Plain records between nodes (arguments, parameters) are looked through. */
export function childrenOf(node: Node): Node[] {
  const found: Node[] = [];
  for (const field of FIELDS[node.kind])
    collect((node as unknown as Readonly<Record<string, unknown>>)[field], found);
  return found;
}

function collect(value: unknown, found: Node[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) found.push(value);
  else for (const part of Array.isArray(value) ? value : Object.values(value)) collect(part, found);
}

/** Every node of the template, parents before children. */
export function* nodesOf(template: Template): Generator<Node> {
  const waiting: Node[] = [template];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    // One by one: a template may have more statements than a call may have arguments.
    for (const child of childrenOf(node).reverse()) waiting.push(child);
  }
}

/** The statements that a statement contains: one list for each of its bodies. */
export function bodiesOf(statement: Statement): (readonly Statement[])[] {
  if (statement.kind === 'if')
    return [...statement.branches.map(({ body }) => body), statement.otherwise ?? []];
  if (statement.kind === 'for') return [statement.body, statement.otherwise ?? []];
  return 'body' in statement ? [statement.body] : [];
}

/** Every `block` of the statements and of what they hold, in the order of the source. */
export function blocksIn(body: readonly Statement[]): Block[] {
  return body.flatMap((statement) => [
    ...(statement.kind === 'block' ? [statement] : []),
    ...bodiesOf(statement).flatMap(blocksIn),
  ]);
}
