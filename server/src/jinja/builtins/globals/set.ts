/** Python's set, which the difference of a dict's views is; its items keep the order of the views. */
import { BoundMethod, native, type Builtin } from '../../evaluate/callable.ts';
import { refused } from '../../values/access.ts';
import { dictHas, dictKeys, dictSet } from '../../values/dict.ts';
import { hashKey } from '../../values/hash.ts';
import type { Order } from '../../values/compare.ts';
import { arrayIterator, iterator, toArray } from '../../values/iterate.ts';
import { charge } from '../../values/meter.ts';
import { repr } from '../../values/print.ts';
import type { Tuple } from '../../values/types.ts';
import { Dict, List, PyObject, type Value, type ValueIterator } from '../../values/types.ts';

export class SetValue extends PyObject {
  override readonly typeName = 'set';
  private readonly members = new Dict();

  constructor(items: Iterable<Value>) {
    super();
    for (const item of items) dictSet(this.members, item, null);
  }

  items(): Value[] {
    charge(this.members.map.size, this.members.map.size * 16);
    return dictKeys(this.members);
  }

  override iterate(): ValueIterator {
    return arrayIterator(this.items());
  }

  override length(): number {
    return this.members.map.size;
  }

  override contains(item: Value): boolean {
    return dictHas(this.members, item);
  }

  override equals(other: Value): boolean {
    return isSetLike(other) && other.length() === this.length() && isWithin(this, other);
  }

  override compare(operator: Order, other: Value): boolean | null {
    return compareSets(operator, this, other);
  }

  override getAttribute(name: string): Value | undefined {
    if (MUTATING.has(name)) return refused(this, name);
    const method = METHODS.get(name);
    return method && new BoundMethod(this, method, 'set');
  }

  override repr(): string {
    return this.length() === 0 ? 'set()' : `{${repr(new List(this.items())).slice(1, -1)}}`;
  }
}

const SET_VIEWS: ReadonlySet<string> = new Set(['dict_keys', 'dict_items']);

/** Views of a dict that behave as sets. */
export function isSetView(value: Value): value is PyObject {
  return value instanceof PyObject && SET_VIEWS.has(value.typeName);
}

function isSetLike(value: Value): value is PyObject {
  return value instanceof SetValue || isSetView(value);
}

const isWithin = (set: PyObject, other: PyObject): boolean =>
  toArray(set).every((item) => other.contains(item) === true);

/** Sets are ordered by what they hold: `<` is a part of it. Null where the other is none. */
export function compareSets(operator: Order, left: PyObject, right: Value): boolean | null {
  if (!isSetLike(right)) return null;
  const [part, whole] = operator[0] === '<' ? [left, right] : [right, left];
  const strict = operator.length === 1;
  return isWithin(part, whole) && (!strict || part.length() !== whole.length());
}

/** The items of anything that can be iterated, each checked to have a hash. */
export function setOf(value: Value): SetValue {
  if (value instanceof SetValue) return value;
  return new SetValue(itemsOf(value));
}

function* itemsOf(value: Value): Generator<Value> {
  const items = iterator(value);
  for (let item = items.next(); item !== undefined; item = items.next()) {
    charge(1, 16);
    hashKey(item);
    yield item;
  }
}

export function difference(left: SetValue, right: Value): SetValue {
  const taken = setOf(right);
  return new SetValue(left.items().filter((item) => !taken.contains(item)));
}

function union(left: SetValue, right: Value): SetValue {
  return new SetValue([...left.items(), ...setOf(right).items()]);
}

const self = (value: Value): SetValue => value as SetValue;
const others = (value: Value | undefined): readonly Value[] => (value as Tuple).items;

const METHODS: ReadonlyMap<string, Builtin> = new Map(
  [
    native('copy', 'set.copy()', (_rt, set) => new SetValue(self(set).items())),
    native('isdisjoint', 'set.isdisjoint(other, /)', (_rt, set, other) => {
      const found = setOf(other);
      return !self(set)
        .items()
        .some((item) => found.contains(item));
    }),
    native('issubset', 'set.issubset(other, /)', (_rt, set, other) => isWithin(self(set), setOf(other))),
    native('issuperset', 'set.issuperset(other, /)', (_rt, set, other) => isWithin(setOf(other), self(set))),
    native('union', 'set.union(*others)', (_rt, set, given) => others(given).reduce(union, self(set))),
    native('difference', 'set.difference(*others)', (_rt, set, given) =>
      others(given).reduce(difference, self(set)),
    ),
    native('intersection', 'set.intersection(*others)', (_rt, set, given) =>
      others(given).reduce<SetValue>((kept, other) => difference(kept, difference(kept, other)), self(set)),
    ),
    native('symmetric_difference', 'set.symmetric_difference(other, /)', (_rt, set, other) =>
      union(difference(self(set), other), difference(setOf(other), set)),
    ),
  ].map((method) => [method.name, method]),
);

/** The sandbox keeps them from templates. */
const MUTATING: ReadonlySet<string> = new Set([
  ...[
    'add',
    'clear',
    'difference_update',
    'discard',
    'pop',
    'remove',
    'symmetric_difference_update',
    'update',
  ],
  'intersection_update',
]);
