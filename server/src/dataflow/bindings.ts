/** Every place of a template that gives a name its value. Names are not told apart by scope: what is said of a name holds for all of its bindings. */
import type { Expression, Parameter, Target } from '../jinja/syntax/ast.ts';
import type { Tree } from './tree.ts';

export interface Binding {
  /** `x`, or `ns.x` for an attribute of a namespace. */
  readonly name: string;
  readonly value: Expression;
  /** How the name comes by the value: it is the value, an item of it, or the key or value of an item of it. */
  readonly as: 'value' | 'item' | 'key' | 'entry';
}

export function bindingsOf(tree: Tree): Binding[] {
  const macros = new Map<string, readonly Parameter[]>();
  for (const node of tree.nodes) if (node.kind === 'macro') macros.set(node.name, node.parameters);
  return tree.nodes.flatMap((node): Binding[] => {
    switch (node.kind) {
      case 'set':
        return [...targets(node.target, node.value, 'value'), ...attributes(node.target, node.value)];
      case 'for':
        return targets(node.target, node.iterable, 'item');
      case 'with':
        return node.bindings.flatMap(({ target, value }) => targets(target, value, 'value'));
      case 'macro':
        return node.parameters.flatMap(({ name, defaultValue }): Binding[] =>
          defaultValue === null ? [] : [{ name, value: defaultValue, as: 'value' }],
        );
      case 'call': {
        const parameters = node.callee.kind === 'name' ? macros.get(node.callee.name) : undefined;
        if (parameters === undefined) return [];
        const { positional, keyword } = node.args;
        return [
          ...positional.flatMap((value, index): Binding[] =>
            index < parameters.length ? [{ name: parameters[index]!.name, value, as: 'value' }] : [],
          ),
          ...keyword.map(({ name, value }): Binding => ({ name, value, as: 'value' })),
        ];
      }
      default:
        return [];
    }
  });
}

function targets(target: Target, value: Expression, as: 'value' | 'item'): Binding[] {
  if (target.kind === 'name') return [{ name: target.name, value, as }];
  if (target.kind === 'namespace-target')
    return [{ name: `${target.name}.${target.attribute}`, value, as: 'value' }];
  const parts = target.items;
  if (as === 'value' && (value.kind === 'tuple' || value.kind === 'list'))
    return parts.flatMap((part, index) => {
      const item = value.items[index];
      return item === undefined ? [] : targets(part, item, 'value');
    });
  return parts.flatMap((part, index): Binding[] =>
    part.kind === 'name' ? [{ name: part.name, value, as: index === 0 ? 'key' : 'entry' }] : [],
  );
}

/** `set ns = namespace(a=1)` binds `ns.a`. */
function attributes(target: Target, value: Expression): Binding[] {
  if (target.kind !== 'name' || value.kind !== 'call' || value.callee.kind !== 'name') return [];
  if (value.callee.name !== 'namespace') return [];
  return value.args.keyword.map((keyword) => ({
    name: `${target.name}.${keyword.name}`,
    value: keyword.value,
    as: 'value',
  }));
}

/** Names that the template binds anywhere, by `set`, loops, macros and their parameters. */
export function namesBound(tree: Tree): ReadonlySet<string> {
  const names = new Set(bindingsOf(tree).map(({ name }) => name));
  for (const node of tree.nodes) {
    if (node.kind === 'macro') names.add(node.name);
    if (node.kind === 'macro' || node.kind === 'call-block')
      for (const { name } of node.parameters) names.add(name);
    if (node.kind === 'set-block' && node.target.kind === 'name') names.add(node.target.name);
  }
  return names;
}
