/** Every place of a template that gives a name its value. Names are not told apart by scope: what is said of a name holds for all of its bindings. */
import type { Expression, Macro, Node, Span, Target } from '../jinja/syntax/ast.ts';
import type { Tree } from './tree.ts';

export interface Binding {
  /** `x`, or `ns.x` for an attribute of a namespace. */
  readonly name: string;
  readonly value: Expression;
  /** How the name comes by the value: it is the value, an item of it, or the key or value of an item of it. */
  readonly as: 'value' | 'item' | 'key' | 'entry';
  /** Where the name holds: the loop or the macro that binds it; null for the whole template, and for namespaces. */
  readonly scope: Span | null;
}

type Bound = Omit<Binding, 'scope'>;

export function bindingsOf(tree: Tree): Binding[] {
  const macros = new Map<string, Macro>();
  for (const node of tree.nodes) if (node.kind === 'macro') macros.set(node.name, node);
  return tree.nodes.flatMap((node): Binding[] => {
    if (node.kind === 'call') {
      const macro = node.callee.kind === 'name' ? macros.get(node.callee.name) : undefined;
      if (macro === undefined) return [];
      const { positional, keyword } = node.args;
      const named = keyword.map(({ name, value }): Bound => ({ name, value, as: 'value' }));
      const placed = positional.flatMap((value, index): Bound[] => {
        const parameter = macro.parameters[index];
        return parameter === undefined ? [] : [{ name: parameter.name, value, as: 'value' }];
      });
      return [...placed, ...named].map((bound) => ({ ...bound, scope: macro.span }));
    }
    const scope = scopeOf(tree, node);
    const returned = returnedBy(tree, node);
    if (returned !== null) return [{ ...returned, scope: null }];
    return boundBy(node).map((bound) => ({ ...bound, scope: bound.name.includes('.') ? null : scope }));
  });
}

/** A call of a macro may stand for each thing that the macro prints. */
function returnedBy(tree: Tree, node: Node): Bound | null {
  if (node.kind !== 'output') return null;
  for (const above of tree.ancestorsOf(node))
    if (above.kind === 'macro') return { name: returnOf(above.name), value: node.value, as: 'value' };
  return null;
}

/** Name under which what a macro prints is bound: one that no template can write. */
export const returnOf = (macro: string) => `${macro}()`;

/** What a loop or a macro binds holds in it; what is set holds in the loop or the macro around. */
export function scopeOf(tree: Tree, node: Node): Span | null {
  if (node.kind === 'for' || node.kind === 'macro' || node.kind === 'with') return node.span;
  for (const above of tree.ancestorsOf(node))
    if (above.kind === 'for' || above.kind === 'macro' || above.kind === 'call-block') return above.span;
  return null;
}

function boundBy(node: Node): Bound[] {
  switch (node.kind) {
    case 'set':
      return [...targets(node.target, node.value, 'value'), ...attributes(node.target, node.value)];
    case 'for':
      return targets(node.target, node.iterable, 'item');
    case 'with':
      return node.bindings.flatMap(({ target, value }) => targets(target, value, 'value'));
    case 'macro':
      return node.parameters.flatMap(({ name, defaultValue }): Bound[] =>
        defaultValue === null ? [] : [{ name, value: defaultValue, as: 'value' }],
      );
    default:
      return [];
  }
}

function targets(target: Target, value: Expression, as: 'value' | 'item'): Bound[] {
  if (target.kind === 'name') return [{ name: target.name, value, as }];
  if (target.kind === 'namespace-target')
    return [{ name: `${target.name}.${target.attribute}`, value, as: 'value' }];
  const parts = target.items;
  if (as === 'value' && (value.kind === 'tuple' || value.kind === 'list'))
    return parts.flatMap((part, index) => {
      const item = value.items[index];
      return item === undefined ? [] : targets(part, item, 'value');
    });
  return parts.flatMap((part, index): Bound[] =>
    part.kind === 'name' ? [{ name: part.name, value, as: index === 0 ? 'key' : 'entry' }] : [],
  );
}

/** `set ns = namespace(a=1)` binds `ns.a`. */
function attributes(target: Target, value: Expression): Bound[] {
  if (target.kind !== 'name' || value.kind !== 'call' || value.callee.kind !== 'name') return [];
  if (value.callee.name !== 'namespace') return [];
  return value.args.keyword.map((keyword) => ({
    name: `${target.name}.${keyword.name}`,
    value: keyword.value,
    as: 'value',
  }));
}
