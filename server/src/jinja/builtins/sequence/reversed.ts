/** Python's `reversed(value)`: a lazy, single-use iterator. */
import { typeError } from '../../values/errors.ts';
import { dictKeys } from '../../values/dict.ts';
import { address } from '../../values/identity.ts';
import { Generator, toArray } from '../../values/iterate.ts';
import { charge } from '../../values/meter.ts';
import { isText } from '../../values/text.ts';
import {
  Dict,
  List,
  PyObject,
  Tuple,
  Undefined,
  type Value,
  type ValueIterator,
} from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';

/** An object that `reversed` takes besides the containers: ranges and views of a dict. */
export interface Reversible {
  /** The items, last first. */
  reversedItems(): ValueIterator;
  readonly reversedTypeName: string;
}

/** What `reversed` and `iter` of Python return: `<list_reverseiterator object>`. */
export class IteratorObject extends Generator {
  override readonly typeName: string;
  constructor(source: ValueIterator, typeName: string) {
    super(source, typeName);
    this.typeName = typeName;
  }

  override repr(): string {
    return `<${this.typeName} object at ${address(this)}>`;
  }
}

function backwards(items: readonly Value[]): ValueIterator {
  let next = items.length;
  return { next: () => items[--next] };
}

export function isReversible(value: Value): value is PyObject & Reversible {
  return value instanceof PyObject && 'reversedItems' in value && 'reversedTypeName' in value;
}

/** The iterator, or null where the value has no order to turn round. */
export function reversedOrNull(value: Value): IteratorObject | null {
  if (value instanceof List) return new IteratorObject(backwards(value.items), 'list_reverseiterator');
  if (value instanceof Tuple) return new IteratorObject(backwards(value.items), 'reversed');
  if (isText(value)) return new IteratorObject(backwards(toArray(value)), 'reversed');
  if (value instanceof Undefined) return new IteratorObject(backwards([]), 'reversed');
  if (value instanceof Dict) {
    charge(value.map.size);
    return new IteratorObject(backwards(dictKeys(value)), 'dict_reversekeyiterator');
  }
  return isReversible(value) ? new IteratorObject(value.reversedItems(), value.reversedTypeName) : null;
}

export function reversed(value: Value): IteratorObject {
  const iterator = reversedOrNull(value);
  if (iterator === null) throw typeError(`'${typeName(value)}' object is not reversible`);
  return iterator;
}
