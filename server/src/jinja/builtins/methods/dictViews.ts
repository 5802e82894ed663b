/** `dict.keys()`, `dict.values()` and `dict.items()`: views that follow the dict. */
import { dictEntries, dictGet, dictHas, dictKeys } from '../../values/dict.ts';
import { contains, equal, sameOrEqual } from '../../values/equal.ts';
import { BoundMethod, native } from '../../evaluate/callable.ts';
import { arrayIterator, toArray } from '../../values/iterate.ts';
import { charge } from '../../values/meter.ts';
import { repr } from '../../values/print.ts';
import { List, PyObject, Tuple, type Dict, type Value, type ValueIterator } from '../../values/types.ts';
import type { Order } from '../../values/compare.ts';
import { compareSets, isSetView, SetValue } from '../globals/set.ts';
import type { Reversible } from '../sequence/reversed.ts';

abstract class DictView extends PyObject implements Reversible {
  abstract readonly reversedTypeName: string;
  constructor(protected readonly dict: Dict) {
    super();
  }

  protected abstract items(): Value[];

  private charged(): Value[] {
    charge(this.dict.map.size, this.dict.map.size * 16);
    return this.items();
  }

  override iterate(): ValueIterator {
    return arrayIterator(this.charged());
  }

  reversedItems(): ValueIterator {
    return arrayIterator(this.charged().reverse());
  }

  override length(): number {
    return this.dict.map.size;
  }

  override repr(): string {
    return `${this.typeName}(${repr(new List(this.charged()))})`;
  }

  /** `isdisjoint(other)`: whether no item of the other is a member. */
  sharesNothing(other: Value): boolean {
    return !toArray(other).some((item) => contains(this, item));
  }

  /** As sets are equal: the same members, in any order. */
  protected sameMembers(other: PyObject): boolean {
    return this.length() === other.length() && this.charged().every((item) => contains(other, item));
  }
}

const isSet = (value: Value): value is PyObject => value instanceof SetValue || isSetView(value);

/** Views that are sets have a method of sets. */
function setMethod(view: DictView, name: string): Value | undefined {
  if (name !== 'isdisjoint') return undefined;
  const method = native(name, `${view.typeName}.${name}(other, /)`, (_rt, self, other) =>
    (self as DictView).sharesNothing(other),
  );
  return new BoundMethod(view, method, view.typeName);
}

export class DictKeys extends DictView {
  override readonly typeName = 'dict_keys';
  readonly reversedTypeName = 'dict_reversekeyiterator';

  protected items(): Value[] {
    return dictKeys(this.dict);
  }

  override contains(item: Value): boolean {
    return dictHas(this.dict, item);
  }

  override getAttribute(name: string): Value | undefined {
    return setMethod(this, name);
  }

  override compare(operator: Order, other: Value): boolean | null {
    return compareSets(operator, this, other);
  }

  override equals(other: Value): boolean {
    return isSet(other) && this.sameMembers(other);
  }
}

export class DictValues extends DictView {
  override readonly typeName = 'dict_values';
  readonly reversedTypeName = 'dict_reversevalueiterator';

  protected items(): Value[] {
    return [...this.dict.map.values()];
  }

  override contains(item: Value): boolean {
    return this.items().some((value) => sameOrEqual(value, item));
  }
}

export class DictItems extends DictView {
  override readonly typeName = 'dict_items';
  readonly reversedTypeName = 'dict_reverseitemiterator';

  protected items(): Value[] {
    return dictEntries(this.dict).map((entry) => new Tuple(entry));
  }

  override contains(item: Value): boolean {
    if (!(item instanceof Tuple) || item.items.length !== 2) return false;
    const found = dictGet(this.dict, item.items[0] as Value);
    return found !== undefined && equal(found, item.items[1] as Value);
  }

  override getAttribute(name: string): Value | undefined {
    return setMethod(this, name);
  }

  override compare(operator: Order, other: Value): boolean | null {
    return compareSets(operator, this, other);
  }

  override equals(other: Value): boolean {
    return isSet(other) && this.sameMembers(other);
  }
}
