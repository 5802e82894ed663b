/** `select`, `reject` and their forms by attribute: lazy, as generators are. */
import { callBuiltin, python, type Builtin } from '../../evaluate/callable.ts';
import type { Runtime } from '../../evaluate/runtime.ts';
import { generator, iterator } from '../../values/iterate.ts';
import { charge } from '../../values/meter.ts';
import { isTrue } from '../../values/truth.ts';
import type { Dict, Tuple, Value } from '../../values/types.ts';
import { keywordsOf, lazily, namedCallable } from '../apply.ts';
import { attributeGetter } from '../attributes.ts';
import { filterArgumentError } from '../errors.ts';

type Condition = (item: Value) => boolean;

/** The condition on an item: a test by name with its arguments, or just its truth. */
function conditionOf(rt: Runtime, args: readonly Value[], kwargs: Dict): Condition {
  const [name, ...rest] = args;
  if (name === undefined) return isTrue;
  const test = lazily(() => namedCallable('test', name, (found) => rt.test(found)));
  const keywords = keywordsOf(kwargs);
  return (item) => isTrue(callBuiltin(rt, test(), [item, ...rest], keywords));
}

function attributeConditionOf(rt: Runtime, args: readonly Value[], kwargs: Dict): Condition {
  const [attribute, ...rest] = args;
  if (attribute === undefined) throw filterArgumentError('Missing parameter for attribute name');
  const get = attributeGetter(rt, attribute);
  const condition = conditionOf(rt, rest, kwargs);
  return (item) => condition(get(item));
}

function* chosen(value: Value, wanted: boolean, prepare: () => Condition): Iterable<Value> {
  if (!isTrue(value)) return;
  const condition = prepare();
  const source = iterator(value);
  for (let item = source.next(); item !== undefined; item = source.next()) {
    charge(1);
    if (condition(item) === wanted) yield item;
  }
}

const choosing = (name: string, wanted: boolean, prepare: typeof conditionOf): Builtin =>
  python(name, `sync_do_${name}(@context, value, *args, **kwargs)`, (rt, value, args, kwargs) =>
    generator(
      chosen(value, wanted, () => prepare(rt, (args as Tuple).items, kwargs as Dict)),
      'select_or_reject',
    ),
  );

export const selectFilters: readonly Builtin[] = [
  choosing('select', true, conditionOf),
  choosing('reject', false, conditionOf),
  choosing('selectattr', true, attributeConditionOf),
  choosing('rejectattr', false, attributeConditionOf),
];
