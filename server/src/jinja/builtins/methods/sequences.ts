/** Methods of list and tuple. The ones that change a list are refused by the sandbox. */
import { native, type Builtin } from '../../evaluate/callable.ts';
import { sameOrEqual } from '../../values/equal.ts';
import { typeError, valueError } from '../../values/errors.ts';
import { toArray } from '../../values/iterate.ts';
import { charge } from '../../values/meter.ts';
import { isInt } from '../../values/numbers.ts';
import { repr } from '../../values/print.ts';
import { resolveSlice, SliceValue } from '../../values/sequence.ts';
import { List, type Tuple, type Value } from '../../values/types.ts';

const LAST = Number.MAX_SAFE_INTEGER;

const counting = (type: string): Builtin =>
  native('count', `${type}.count(value, /)`, (_rt, self, value) => {
    const { items } = self as List | Tuple;
    charge(items.length);
    return items.filter((item) => sameOrEqual(item, value)).length;
  });

const indexing = (type: string, missing: (value: Value) => string): Builtin =>
  native('index', `${type}.index(value, start=0, stop=${LAST}, /)`, (_rt, self, value, start, stop) => {
    const { items } = self as List | Tuple;
    if (!isInt(start) || !isInt(stop)) {
      throw typeError('slice indices must be integers or have an __index__ method');
    }
    const { start: from, count } = resolveSlice(new SliceValue(start, stop, null), items.length);
    charge(count);
    for (let at = from; at < from + count; at++) if (sameOrEqual(items[at] as Value, value)) return at;
    throw valueError(missing(value));
  });

export const listMethods: readonly Builtin[] = [
  counting('list'),
  indexing('list', (value) => `${repr(value)} is not in list`),
  native('copy', 'list.copy()', (_rt, self) => new List(toArray(self))),
];

export const tupleMethods: readonly Builtin[] = [
  counting('tuple'),
  indexing('tuple', () => 'tuple.index(x): x not in tuple'),
];

export const MUTATING_LIST = new Set([
  'append',
  'clear',
  'extend',
  'insert',
  'pop',
  'remove',
  'reverse',
  'sort',
]);
