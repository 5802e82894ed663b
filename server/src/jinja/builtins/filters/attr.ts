import { bindMethod, python, type Builtin } from '../../evaluate/callable.ts';
import type { Runtime } from '../../evaluate/runtime.ts';
import { missingItem } from '../../values/access.ts';
import { typeError, undefinedError } from '../../values/errors.ts';
import { hashKey } from '../../values/hash.ts';
import { isText, textOf } from '../../values/text.ts';
import { PyObject, Undefined, type Value } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { attributeOf, methodOf } from '../methods/index.ts';

/** The attribute alone: unlike `object.name` it does not look for an item. */
export const attr: Builtin = python('attr', 'do_attr(@environment, obj, name)', (rt, object, name) => {
  if (!isText(name)) {
    hashKey(name); // what can't be hashed is refused before what is no name
    throw typeError(`attribute name must be string, not '${typeName(name)}'`);
  }
  const key = textOf(name);
  if (object instanceof Undefined && !key.startsWith('_')) throw undefinedError(object);
  return ownAttribute(rt, object, key) ?? missingItem(object, key);
});

function ownAttribute(rt: Runtime, object: Value, name: string): Value | undefined {
  if (name.startsWith('_')) return refusedAttribute(rt, object, name);
  const own = object instanceof PyObject ? object.getAttribute(name) : undefined;
  if (own !== undefined) return own;
  const method = methodOf(object, name);
  return method === null ? attributeOf(object, name) : bindMethod(object, method, typeName(object));
}

/** What the sandbox gives for an internal attribute; an item of that name does not count. */
function refusedAttribute(rt: Runtime, object: Value, name: string): Value | undefined {
  const found = rt.getAttribute(object, name);
  return found instanceof Undefined ? found : undefined;
}
