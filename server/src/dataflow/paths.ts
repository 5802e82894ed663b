/**
 * Which part of the conversation an expression may stand for, found without rendering: `messages[].tool_calls[].function`
 * for `call.function` in a loop over the calls of a message. A name that is bound more than once stands for all it is
 * bound to, so a path says what may be, not what must be.
 */
import type { Call, Expression, Filter } from '../jinja/syntax/ast.ts';
import { bindingsOf, returnOf, type Binding } from './bindings.ts';
import { within, type Tree } from './tree.ts';

export type Paths = ReadonlySet<string>;

const inputs: ReadonlySet<string> = new Set(['messages', 'tools', 'documents']);
const none: Paths = new Set();

const sameFilters = new Set(
  'reverse list sort unique select reject selectattr rejectattr trim string safe lower upper default d replace indent'.split(
    ' ',
  ),
);
const itemFilters = new Set(['first', 'last', 'random', 'min', 'max']);
const entryFilters = new Set(['items', 'dictsort']);
const sameMethods = new Set(
  'strip lstrip rstrip replace lower upper title capitalize split rsplit splitlines partition rpartition removeprefix removesuffix'.split(
    ' ',
  ),
);

/** Deeper paths come from names that are bound to parts of themselves. */
const deepest = 10;

export class InputPaths {
  private readonly bound = new Map<string, Set<string>>();
  private readonly namespaces: ReadonlySet<string>;

  constructor(tree: Tree) {
    const bindings = bindingsOf(tree);
    this.namespaces = new Set(
      bindings.flatMap(({ name }) => (name.includes('.') ? [name.slice(0, name.indexOf('.'))] : [])),
    );
    for (const { name } of bindings) this.bound.set(name, new Set(inputs.has(name) ? [name] : []));
    this.bindAll(bindings.map((binding) => ({ binding, reads: namesIn(binding.value) })));
  }

  /** Until nothing grows. After the first round only what reads a name that grew is looked at again. */
  private bindAll(bindings: readonly { binding: Binding; reads: readonly string[] }[]): void {
    let before: ReadonlySet<string> | null = null;
    while (before === null || before.size > 0) {
      const grown = new Set<string>();
      for (const { binding, reads } of bindings) {
        const isStale = before === null || reads.some((name) => before!.has(name) || grown.has(name));
        if (isStale && this.bind(binding)) grown.add(binding.name);
      }
      before = grown;
    }
  }

  /** Paths an expression may stand for; none for what the template makes itself. */
  of(node: Expression): Paths {
    switch (node.kind) {
      case 'name':
        return this.bound.get(node.name) ?? (inputs.has(node.name) ? new Set([node.name]) : none);
      case 'attribute': {
        const { object, attribute } = node;
        if (object.kind === 'name' && this.namespaces.has(object.name))
          return this.bound.get(`${object.name}.${attribute}`) ?? none;
        return each(this.of(object), typeof attribute === 'number' ? '[]' : `.${attribute}`);
      }
      case 'subscript': {
        const object = this.of(node.object);
        if (node.index.kind === 'slice') return object;
        return each(object, node.index.kind === 'string' ? `.${node.index.value}` : '[]');
      }
      case 'filter':
        return this.ofFilter(node);
      case 'call':
        return this.ofCall(node);
      case 'conditional':
        return union(this.of(node.consequence), node.alternative ? this.of(node.alternative) : none);
      case 'logical':
        return union(this.of(node.left), this.of(node.right));
      case 'binary':
        return node.operator === '+' ? union(this.of(node.left), this.of(node.right)) : none;
      default:
        return none;
    }
  }

  private ofFilter({ operand, use }: Filter): Paths {
    if (sameFilters.has(use.name)) {
      const [fallback] = use.args.positional;
      const isDefault = use.name === 'default' || use.name === 'd';
      return isDefault && fallback ? union(this.of(operand), this.of(fallback)) : this.of(operand);
    }
    if (itemFilters.has(use.name)) return each(this.of(operand), '[]');
    return entryFilters.has(use.name) ? each(this.of(operand), '{}') : none;
  }

  private ofCall({ callee, args }: Call): Paths {
    if (callee.kind === 'name') return this.bound.get(returnOf(callee.name)) ?? none;
    if (callee.kind !== 'attribute') return none;
    const object = this.of(callee.object);
    const [first, second] = args.positional;
    if (callee.attribute === 'get' && first?.kind === 'string')
      return union(each(object, `.${first.value}`), second ? this.of(second) : none);
    if (callee.attribute === 'items') return each(object, '{}');
    if (callee.attribute === 'values') return each(object, '');
    return typeof callee.attribute === 'string' && sameMethods.has(callee.attribute) ? object : none;
  }

  private bind({ name, value, as }: Binding): boolean {
    const known = this.bound.get(name)!;
    const size = known.size;
    for (const path of this.of(value)) {
      const own = pathAs(path, as);
      if (own !== null && !known.has(own) && depthOf(own) <= deepest) known.add(own);
    }
    return known.size > size;
  }
}

/** Of `items()` a loop gets keys and values; of anything else, items. */
function pathAs(path: string, as: Binding['as']): string | null {
  if (as === 'value') return path;
  if (as === 'item') return `${path}[]`;
  if (!path.endsWith('{}')) return null;
  return as === 'key' ? `${path.slice(0, -2)}{key}` : `${path.slice(0, -2)}[]`;
}

function depthOf(path: string): number {
  let depth = 0;
  for (const unit of path) if (unit === '.' || unit === '[' || unit === '{') depth += 1;
  return depth;
}

/** Names whose bindings decide what an expression stands for, spelt as bindings spell them. */
function namesIn(expression: Expression): string[] {
  const names = new Set<string>();
  for (const node of within(expression)) {
    if (node.kind === 'name') names.add(node.name).add(returnOf(node.name));
    if (node.kind === 'attribute' && node.object.kind === 'name')
      names.add(`${node.object.name}.${node.attribute}`);
  }
  return [...names];
}

const each = (paths: Paths, suffix: string): Paths => new Set([...paths].map((path) => path + suffix));

const union = (one: Paths, other: Paths): Paths => (other.size === 0 ? one : new Set([...one, ...other]));
