/** What `value.name` finds on the type of a str, list, tuple, dict or number. */
import type { Builtin } from '../../evaluate/callable.ts';
import { refused } from '../../values/access.ts';
import { Complex } from '../../values/complex.ts';
import { isInt } from '../../values/numbers.ts';
import { Dict, Float, List, Str, Tuple, type Value } from '../../values/types.ts';
import { GroupTuple } from '../sequence/group.ts';
import { dictMethods, MUTATING_DICT } from './dicts.ts';
import { complexMethods, floatMethods, intMethods, numberAttribute } from './numbers.ts';
import { listMethods, MUTATING_LIST, tupleMethods } from './sequences.ts';
import { strMethods } from './str/index.ts';
import { markupMethods } from './str/markup.ts';
import { floatWireMethods, intWireMethods } from './wire.ts';

type Methods = ReadonlyMap<string, Builtin>;

const table = (methods: readonly Builtin[]): Methods =>
  new Map(methods.map((method) => [method.name, method]));

const STR = table(strMethods);
const MARKUP = table(markupMethods);
const LIST = table(listMethods);
const TUPLE = table(tupleMethods);
const DICT = table(dictMethods);
const INT = table([...intMethods, ...intWireMethods]);
/** Bound to a bool they are called after its class. */
const BOOL = table([...INT.values()].map(asOfBool));
const FLOAT = table([...floatMethods, ...floatWireMethods]);
const COMPLEX = table(complexMethods);

function asOfBool(method: Builtin): Builtin {
  const { signature } = method;
  return { ...method, signature: { ...signature, name: signature.name.replace('int.', 'bool.') } };
}

function methodsOf(value: Value): Methods | null {
  if (typeof value === 'string') return STR;
  if (value instanceof Dict) return DICT;
  if (value instanceof Str) return value.markup ? MARKUP : STR;
  if (value instanceof List) return LIST;
  if (value instanceof Tuple) return TUPLE;
  if (value instanceof Float) return FLOAT;
  if (value instanceof Complex) return COMPLEX;
  if (typeof value === 'boolean') return BOOL;
  return isInt(value) ? INT : null;
}

/** The method of that name; null where the type has none or the sandbox refuses it. */
export function methodOf(value: Value, name: string): Builtin | null {
  return methodsOf(value)?.get(name) ?? null;
}

/**
 * A plain attribute: of a number (`real`), of a group (`grouper`), or what the sandbox gives for a method that
 * would change its object (an Undefined whose use is a SecurityError). `undefined` where there is none.
 */
export function attributeOf(value: Value, name: string): Value | undefined {
  if (value instanceof Dict) return MUTATING_DICT.has(name) ? refused(value, name) : undefined;
  if (value instanceof List) return MUTATING_LIST.has(name) ? refused(value, name) : undefined;
  if (value instanceof GroupTuple) return value.attribute(name);
  return numberAttribute(value, name);
}
