/** Filters and tests that templates name in a string: `map('upper')`, `select('defined')`. */
import type { Keywords } from '../evaluate/bind.ts';
import type { Builtin } from '../evaluate/callable.ts';
import { PythonError } from '../values/errors.ts';
import { repr } from '../values/print.ts';
import { isText, textOf } from '../values/text.ts';
import { Undefined, type Dict, type Value } from '../values/types.ts';

/** `**kwargs` as it was bound, for handing on. */
export function keywordsOf(kwargs: Dict): Keywords {
  return kwargs.map as Keywords;
}

/** The filter or test of that name, or the error that calling it raises (only then: an empty loop calls none). */
export function namedCallable(
  kind: 'filter' | 'test',
  name: Value,
  find: (name: string) => Builtin | null,
): Builtin | PythonError {
  const found = isText(name) ? find(textOf(name)) : null;
  if (found !== null) return found;
  const hint =
    name instanceof Undefined ? ` (${name.message}; did you forget to quote the callable name?)` : '';
  return new PythonError('TemplateRuntimeError', `No ${kind} named ${repr(name)}.${hint}`);
}
