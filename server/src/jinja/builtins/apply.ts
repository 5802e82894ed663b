/** Filters and tests that templates name in a string: `map('upper')`, `select('defined')`. */
import type { Keywords } from '../evaluate/bind.ts';
import type { Builtin } from '../evaluate/callable.ts';
import { PythonError } from '../values/errors.ts';
import { repr } from '../values/print.ts';
import { hashKey } from '../values/hash.ts';
import { isText, textOf } from '../values/text.ts';
import { Undefined, type Dict, type Value } from '../values/types.ts';

/** `**kwargs` as it was bound, for handing on. */
export function keywordsOf(kwargs: Dict): Keywords {
  return kwargs.map as Keywords;
}

/** Finds the filter or test of that name; throws what Python raises where the name is none. */
export function namedCallable(
  kind: 'filter' | 'test',
  name: Value,
  find: (name: string) => Builtin | null,
): Builtin {
  const found = isText(name) ? find(textOf(name)) : null;
  if (found !== null) return found;
  if (!isText(name)) hashKey(name); // a list or dict is no key: TypeError
  const hint =
    name instanceof Undefined ? ` (${name.message}; did you forget to quote the callable name?)` : '';
  throw new PythonError('TemplateRuntimeError', `No ${kind} named ${repr(name)}.${hint}`);
}

/** The same on demand, once: what is called for no item may be missing. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
