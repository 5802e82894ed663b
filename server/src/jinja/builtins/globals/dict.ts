import type { Keywords } from '../../evaluate/bind.ts';
import { Callable, FunctionValue, native } from '../../evaluate/callable.ts';
import type { Runtime } from '../../evaluate/runtime.ts';
import { dictCopy, dictSet } from '../../values/dict.ts';
import { typeError, undefinedError, valueError } from '../../values/errors.ts';
import { isIterable, iterator, toArray } from '../../values/iterate.ts';
import { charge } from '../../values/meter.ts';
import { Dict, Undefined, type Value } from '../../values/types.ts';
import { fromKeys } from '../methods/dicts.ts';

/** What `dict(argument)` starts from: a copy of a dict, or pairs. */
export function dictFrom(argument: Value): Dict {
  if (argument instanceof Undefined) throw undefinedError(argument);
  if (argument instanceof Dict) {
    charge(argument.map.size, argument.map.size * 32);
    return dictCopy(argument);
  }
  const dict = new Dict();
  const source = iterator(argument);
  let index = 0;
  for (let item = source.next(); item !== undefined; item = source.next()) {
    charge(1, 32);
    const [key, value] = pairOf(item, index++);
    dictSet(dict, key, value);
  }
  return dict;
}

function pairOf(item: Value, index: number): readonly [Value, Value] {
  if (!isIterable(item)) {
    throw typeError(`cannot convert dictionary update sequence element #${index} to a sequence`);
  }
  const [key, value, ...rest] = toArray(item);
  if (key === undefined || value === undefined || rest.length > 0) {
    const count = [key, value, ...rest].filter((part) => part !== undefined).length;
    throw valueError(`dictionary update sequence element #${index} has length ${count}; 2 is required`);
  }
  return [key, value];
}

const FROM_KEYS = new FunctionValue(
  native('fromkeys', 'dict.fromkeys(iterable, value=None, /)', (_rt, keys, value) => fromKeys(keys, value)),
  'builtin_function_or_method',
);

/** The class dict, to be called. */
class DictType extends Callable {
  override readonly typeName = 'type';

  override call(_rt: Runtime, args: readonly Value[], keywords: Keywords | null): Value {
    if (args.length > 1) throw typeError(`dict expected at most 1 argument, got ${args.length}`);
    const dict = args.length === 0 ? new Dict() : dictFrom(args[0] as Value);
    for (const [name, value] of keywords ?? []) dictSet(dict, name, value);
    return dict;
  }

  override getAttribute(name: string): Value | undefined {
    return name === 'fromkeys' ? FROM_KEYS : undefined;
  }

  override repr(): string {
    return "<class 'dict'>";
  }
}

export const dict = new DictType();
