/** `*sequence` and `**mapping` in the arguments of a call. */
import { dictEntries } from '../values/dict.ts';
import { typeError, undefinedError } from '../values/errors.ts';
import { isIterable, toArray } from '../values/iterate.ts';
import { isText, textOf } from '../values/text.ts';
import { Dict, Undefined, type Value } from '../values/types.ts';
import { typeName } from '../values/typename.ts';

/** Through which function of Jinja2's sandbox a template calls. */
export const CALLER = 'jinja2.sandbox.SandboxedEnvironment.call';

export function spread(value: Value): Value[] {
  if (!isIterable(value)) {
    throw typeError(`Value after * must be an iterable, not ${typeName(value)}`);
  }
  return toArray(value);
}

/** `called`: the function as Python's messages name it. */
export function spreadKeywords(value: Value, into: Map<string, Value>, called: string): void {
  if (value instanceof Undefined) throw undefinedError(value);
  if (!(value instanceof Dict)) {
    throw typeError(`${called}() argument after ** must be a mapping, not ${typeName(value)}`);
  }
  for (const [key, held] of dictEntries(value)) {
    if (!isText(key)) throw typeError('keywords must be strings');
    const name = textOf(key);
    if (into.has(name)) throw typeError(`${called}() got multiple values for keyword argument '${name}'`);
    into.set(name, held);
  }
}
