/** `object.name` and `object[key]` as Jinja2's sandbox does them. */
import { dictGet } from './dict.ts';
import { codePointLength } from './codepoints.ts';
import { undefinedError } from './errors.ts';
import { isInt } from './numbers.ts';
import { repr } from './print.ts';
import { resolveIndex, sliceSequence, sliceText, SliceValue } from './sequence.ts';
import { characterAt, isText, textOf } from './text.ts';
import { Dict, List, PyObject, Tuple, Undefined, type Value } from './types.ts';
import { objectTypeName, typeName } from './typename.ts';
import { isUnsafe } from './unsafe.ts';

/** Finds what a value's type defines: a bound method or a plain attribute such as `int.real`. */
export type AttributeLookup = (object: Value, name: string) => Value | undefined;

/** Attribute first, then item. */
export function getAttribute(lookup: AttributeLookup, object: Value, name: string): Value {
  if (object instanceof Undefined) {
    if (isUnsafe(object, name)) return refused(object, name);
    throw undefinedError(object);
  }
  const attribute = lookup(object, name);
  if (attribute !== undefined) return attribute;
  if (isUnsafe(object, name)) return refused(object, name);
  const item = getOwnItem(object, name);
  return item === undefined ? missingItem(object, name) : item;
}

/** Item first, then attribute. */
export function getItem(lookup: AttributeLookup, object: Value, key: Value): Value {
  if (object instanceof Undefined) throw undefinedError(object);
  const item = getOwnItem(object, key);
  if (item !== undefined) return item;
  if (isText(key)) {
    const name = textOf(key);
    const attribute = lookup(object, name);
    if (attribute !== undefined) return attribute;
    if (isUnsafe(object, name)) return refused(object, name);
  }
  return missingItem(object, key);
}

/** `object[key]` alone: `undefined` for TypeError, KeyError and IndexError alike. */
export function getOwnItem(object: Value, key: Value): Value | undefined {
  if (object instanceof Dict) return isHashable(key) ? dictGet(object, key) : undefined;
  if (object instanceof List || object instanceof Tuple) {
    if (key instanceof SliceValue) return sliceSequence(object, key);
    return isInt(key) ? object.items[resolveIndex(key, object.items.length)] : undefined;
  }
  if (isText(object)) {
    if (key instanceof SliceValue) return sliceText(object, key);
    if (!isInt(key)) return undefined;
    const at = resolveIndex(key, codePointLength(textOf(object)));
    return at < 0 ? undefined : characterAt(object, at);
  }
  return object instanceof PyObject ? object.getItem(key) : undefined;
}

function isHashable(key: Value): boolean {
  if (key instanceof List || key instanceof Dict || key instanceof SliceValue) return false;
  return !(key instanceof Tuple) || key.items.every(isHashable);
}

/** Python's wording of what is not there: an attribute by its name, an element by its repr. */
export function missingItem(object: Value, key: Value): Undefined {
  if (isText(key)) {
    return new Undefined(`'${objectTypeName(object)}' has no attribute ${repr(key)}`);
  }
  return new Undefined(`${objectTypeName(object)} has no element ${repr(key)}`);
}

/** What the sandbox gives for an unsafe attribute: using it is a SecurityError. */
export function refused(object: Value, name: string): Undefined {
  const type = typeName(object);
  return new Undefined(`access to attribute ${repr(name)} of '${type}' object is unsafe.`, 'SecurityError');
}
