/** Where filters, tests, methods and globals are found. */
import type { Value } from '../values/types.ts';
import { PyObject } from '../values/types.ts';
import { typeName } from '../values/typename.ts';
import { bindMethod, type Builtin } from './callable.ts';

export interface Registries {
  readonly filters: ReadonlyMap<string, Builtin>;
  readonly tests: ReadonlyMap<string, Builtin>;
  readonly globals: ReadonlyMap<string, Value>;
  /** Method of a str, list, tuple, dict, int, float or other object; null where its type has none of that name. */
  methodOf(value: Value, name: string): Builtin | null;
  /** Plain attribute of a number (`real`, `imag`, ...); `undefined` where there is none. */
  attributeOf(value: Value, name: string): Value | undefined;
}

/** What `value.name` finds on the type of the value, not among its items. */
export function attributeOf(registries: Registries, value: Value, name: string): Value | undefined {
  if (value instanceof PyObject) {
    const own = value.getAttribute(name);
    if (own !== undefined) return own;
  }
  const method = registries.methodOf(value, name);
  if (method !== null) return bindMethod(value, method, typeName(value));
  return registries.attributeOf(value, name);
}
