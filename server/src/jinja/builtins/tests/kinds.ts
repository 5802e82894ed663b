/** Tests of what a value is. */
import { python, native, Callable, type Builtin } from '../../evaluate/callable.ts';
import { Complex } from '../../values/complex.ts';
import { isIterable } from '../../values/iterate.ts';
import { isInt, isNumber } from '../../values/numbers.ts';
import { isMarkup, isText } from '../../values/text.ts';
import { Dict, Float, List, PyObject, Tuple, Undefined, type Value } from '../../values/types.ts';

/** Has a length and items by index or key. */
function isSequence(value: Value): boolean {
  if (isText(value) || value instanceof List || value instanceof Tuple || value instanceof Dict) return true;
  if (value instanceof Undefined) return true;
  return value instanceof PyObject && value.length() !== null && value.getItem !== PyObject.prototype.getItem;
}

const KINDS: Readonly<Record<string, (value: Value) => boolean>> = {
  defined: (value) => !(value instanceof Undefined),
  undefined: (value) => value instanceof Undefined,
  none: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  true: (value) => value === true,
  false: (value) => value === false,
  integer: (value) => isInt(value) && typeof value !== 'boolean',
  float: (value) => value instanceof Float,
  number: (value) => isNumber(value) || value instanceof Complex,
  string: isText,
  mapping: (value) => value instanceof Dict,
  sequence: isSequence,
  iterable: isIterable,
  escaped: isMarkup,
};

export const kindTests: readonly Builtin[] = [
  ...Object.entries(KINDS).map(([name, holds]) =>
    python(name, `test_${name}(value)`, (_rt, value) => holds(value)),
  ),
  native(
    'callable',
    'callable(obj, /)',
    (_rt, value) => value instanceof Callable || value instanceof Undefined,
  ),
];
