/** Compiles the left side of assignments: names, `ns.attribute`, tuples. */
import type { NamespaceTarget, Target } from '../syntax/ast.ts';
import { PythonError, typeError, valueError } from '../values/errors.ts';
import { isIterable, iterator } from '../values/iterate.ts';
import { Tuple, type Value } from '../values/types.ts';
import { typeName } from '../values/typename.ts';
import { CompileFailure } from './failure.ts';
import type { Frame } from './frame.ts';
import { Namespace } from './namespace.ts';
import type { Place } from './unit.ts';

export type Store = (frame: Frame, value: Value) => void;

export function compileTarget(target: Target, place: Place): Store {
  if (target.kind === 'name') {
    const slot = place.scope.find(target.name);
    if (slot === null)
      throw new CompileFailure('AssertionError', `unknown name '${target.name}'`, target.span);
    const { index } = slot;
    return (f, value) => {
      f.slots[index] = value;
    };
  }
  if (target.kind === 'namespace-target') {
    const namespace = compileNamespace(target, place);
    return (f, value) => namespace(f).set(target.attribute, value);
  }
  const stores = target.items.map((item) => compileTarget(item, place));
  return (f, value) => {
    const items = unpack(value, stores.length);
    for (let i = 0; i < stores.length; i++) (stores[i] as Store)(f, items[i] as Value);
  };
}

/** What a target assigns to has to be a namespace: checked before the value is evaluated. */
export function compileTargetCheck(target: Target, place: Place): ((frame: Frame) => void) | null {
  if (target.kind === 'name') return null;
  if (target.kind === 'namespace-target') return compileNamespace(target, place);
  const checks = target.items
    .map((item) => compileTargetCheck(item, place))
    .filter((check) => check !== null);
  if (checks.length === 0) return null;
  return (f) => checks.forEach((check) => check(f));
}

function compileNamespace(target: NamespaceTarget, { scope }: Place): (frame: Frame) => Namespace {
  const slot = scope.find(target.name);
  const read = slot === null ? () => undefined : scope.reader(slot);
  return (f) => {
    const object = read(f);
    if (object instanceof Namespace) return object;
    f.rt.at = target.span;
    throw new PythonError('TemplateRuntimeError', 'cannot assign attribute on non-namespace object');
  };
}

function unpack(value: Value, expected: number): readonly Value[] {
  if (value instanceof Tuple && value.items.length === expected) return value.items;
  if (!isIterable(value)) throw typeError(`cannot unpack non-iterable ${typeName(value)} object`);
  const source = iterator(value);
  const items: Value[] = [];
  for (let item = source.next(); item !== undefined; item = source.next()) {
    if (items.length === expected) throw valueError(`too many values to unpack (expected ${expected})`);
    items.push(item);
  }
  if (items.length < expected) {
    throw valueError(`not enough values to unpack (expected ${expected}, got ${items.length})`);
  }
  return items;
}
