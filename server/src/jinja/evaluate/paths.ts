/** Compiles `object.name`, `object[key]` and `object[start:stop:step]`. */
import type { Attribute, Expression, Slice, Subscript } from '../syntax/ast.ts';
import { getOwnItem } from '../values/access.ts';
import { typeError, undefinedError } from '../values/errors.ts';
import { isOwnKey, unhashable } from '../values/hash.ts';
import { SliceValue } from '../values/sequence.ts';
import { Dict, Undefined, type Value } from '../values/types.ts';
import { typeName } from '../values/typename.ts';
import { compileExpression, compileOperand } from './expressions.ts';
import type { Evaluate } from './frame.ts';
import type { Place, Unit } from './unit.ts';

/** `object.name`; the way of a dict without a method of that name is short. */
export function compileAttribute(unit: Unit, node: Attribute, place: Place): Evaluate {
  const object = compileExpression(unit, node.object, place);
  const { attribute, span } = node;
  if (typeof attribute === 'number') {
    return (f) => {
      const from = object(f);
      f.rt.at = span;
      return f.rt.getItem(from, attribute);
    };
  }
  const plainItem = isPlainItem(unit, attribute);
  const missing = new Undefined(`'dict object' has no attribute '${attribute}'`);
  return (f) => {
    const from = object(f);
    if (plainItem && from instanceof Dict) {
      const item = from.map.get(attribute);
      return item === undefined ? missing : item;
    }
    f.rt.at = span;
    return f.rt.getAttribute(from, attribute);
  };
}

/** A name that on a dict can only be a key: neither a method nor an attribute, and its repr is itself. */
function isPlainItem({ registries }: Unit, name: string): boolean {
  const dict = new Dict();
  const own = registries.methodOf(dict, name) ?? registries.attributeOf(dict, name) ?? null;
  return own === null && /^[A-Za-z]\w*$/.test(name);
}

export function compileSubscript(unit: Unit, node: Subscript, place: Place): Evaluate {
  const object = compileExpression(unit, node.object, place);
  const { span } = node;
  const index = compileOperand(unit, node.index, place);
  if (node.index.kind === 'string' && isOwnKey(node.index.value)) {
    const { value } = node.index;
    return (f) => {
      const from = object(f);
      const item = from instanceof Dict ? from.map.get(value) : undefined;
      if (item !== undefined) return item;
      f.rt.at = span;
      return f.rt.getItem(from, value);
    };
  }
  const direct = node.index.kind === 'slice';
  return (f) => {
    const from = object(f);
    const key = index(f);
    f.rt.at = span;
    return direct ? sliceDirectly(from, key) : f.rt.getItem(from, key);
  };
}

/** Jinja2 leaves slices to Python, with Python's errors, unless it can cut a constant while it compiles. */
function sliceDirectly(object: Value, slice: Value): Value {
  const part = getOwnItem(object, slice);
  if (part !== undefined) return part;
  if (object instanceof Undefined) throw undefinedError(object);
  if (object instanceof Dict) throw unhashable(slice);
  throw typeError(`'${typeName(object)}' object is not subscriptable`);
}

export function compileSlice(unit: Unit, node: Slice, place: Place): Evaluate {
  const part = (expression: Expression | null) =>
    expression === null ? () => null : compileExpression(unit, expression, place);
  const start = part(node.start);
  const stop = part(node.stop);
  const step = part(node.step);
  return (f) => new SliceValue(start(f), stop(f), step(f));
}
