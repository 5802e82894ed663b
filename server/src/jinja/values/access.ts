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

/** Finds what a value's type defines: a bound method or a plain attribute such as `int.real`. */
export type AttributeLookup = (object: Value, name: string) => Value | undefined;

/** Names that every object of Python has; the sandbox refuses them all. */
const DUNDER = new Set(
  (
    'class delattr dir doc eq format ge getattribute getstate gt hash init init_subclass le lt ne new reduce ' +
    'reduce_ex repr setattr sizeof str subclasshook'
  )
    .split(' ')
    .map((name) => `__${name}__`),
);

const SEQUENCE = ['add', 'contains', 'getitem', 'iter', 'len', 'mul', 'rmul'];
const ARITHMETIC = [
  'abs',
  'add',
  'sub',
  'mul',
  'mod',
  'bool',
  'float',
  'int',
  'neg',
  'pos',
  'pow',
  'truediv',
];
const DUNDER_OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  str: [...SEQUENCE, 'getnewargs', 'mod', 'rmod'],
  Markup: [...SEQUENCE, 'getnewargs', 'mod', 'rmod', 'html', 'html_format', 'dict', 'module'],
  list: [...SEQUENCE, 'delitem', 'iadd', 'imul', 'reversed', 'setitem', 'class_getitem'],
  tuple: [...SEQUENCE, 'getnewargs', 'class_getitem'],
  dict: [
    'class_getitem',
    'contains',
    'delitem',
    'getitem',
    'ior',
    'iter',
    'len',
    'or',
    'reversed',
    'ror',
    'setitem',
  ],
  int: ARITHMETIC,
  bool: ARITHMETIC,
  float: ARITHMETIC,
};

/** Whether Python's object has an attribute that the sandbox keeps from templates. */
function isUnsafe(object: Value, name: string): boolean {
  if (!name.startsWith('_')) return false;
  if (DUNDER.has(name)) return true;
  return DUNDER_OF_TYPE[typeName(object)]?.some((own) => name === `__${own}__`) ?? false;
}

/** Attribute first, then item. */
export function getAttribute(lookup: AttributeLookup, object: Value, name: string): Value {
  if (object instanceof Undefined) throw undefinedError(object);
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
    return new Undefined(`'${objectTypeName(object)}' has no attribute ${repr(textOf(key))}`);
  }
  return new Undefined(`${objectTypeName(object)} has no element ${repr(key)}`);
}

/** What the sandbox gives for an unsafe attribute: using it is a SecurityError. */
export function refused(object: Value, name: string): Undefined {
  const type = typeName(object);
  return new Undefined(`access to attribute ${repr(name)} of '${type}' object is unsafe.`, 'SecurityError');
}
