/** Python's iteration over any value. */
import { unitsAt } from './codepoints.ts';
import { originalKey } from './dict.ts';
import { typeError } from './errors.ts';
import { address } from './identity.ts';
import { charge } from './meter.ts';
import { asPlain, sliceUnits } from './text.ts';
import { Dict, List, PyObject, Str, Tuple, Undefined, type Value, type ValueIterator } from './types.ts';
import { typeName } from './typename.ts';

/** Python's `iter(value)`: items, keys of a dict, code points of a str; nothing for Undefined. */
export function iterator(
  value: Value,
  refusal = `'${typeName(value)}' object is not iterable`,
): ValueIterator {
  if (value instanceof List || value instanceof Tuple) return arrayIterator(value.items);
  if (typeof value === 'string' || value instanceof Str) return new Characters(value);
  if (value instanceof Dict) return new Keys(value);
  if (value instanceof Undefined) return arrayIterator([]);
  const own = value instanceof PyObject ? value.iterate() : null;
  if (own === null) throw typeError(refusal);
  return own;
}

export function isIterable(value: Value): boolean {
  if (typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof PyObject) return value.iterate() !== null;
  return !('value' in value);
}

/** Python's `list(value)` as an array of its own; charges what it makes. */
export function toArray(value: Value): Value[] {
  if (value instanceof List || value instanceof Tuple) {
    charge(value.items.length >> 3, value.items.length * 8);
    return value.items.slice();
  }
  const items: Value[] = [];
  const source = iterator(value);
  for (let item = source.next(); item !== undefined; item = source.next()) {
    charge(1, 8);
    items.push(item);
  }
  return items;
}

export function arrayIterator(items: readonly Value[]): ValueIterator {
  let next = 0;
  return { next: () => items[next++] };
}

/** A Python generator: lazy, read once, always true. */
export class Generator extends PyObject implements ValueIterator {
  override readonly typeName: string = 'generator';
  constructor(
    private readonly source: ValueIterator,
    /** Name that `repr` shows: `<generator object sync_do_map at 0x...>`. */
    readonly name = 'generator',
  ) {
    super();
  }

  next(): Value | undefined {
    return this.source.next();
  }

  override iterate(): ValueIterator {
    return this;
  }

  override repr(): string {
    return `<generator object ${this.name} at ${address(this)}>`;
  }
}

/** A generator from a JavaScript one, for builtins written with `yield`. */
export function generator(items: Iterable<Value>, name?: string): Generator {
  const source = items[Symbol.iterator]();
  const next = () => {
    charge(1);
    const step = source.next();
    return step.done ? undefined : step.value;
  };
  return new Generator({ next }, name);
}

/** The characters of Markup are plain str. */
class Characters implements ValueIterator {
  private offset = 0;
  constructor(private readonly text: string | Str) {}

  next(): Value | undefined {
    const plain = typeof this.text === 'string' ? this.text : this.text.text;
    if (this.offset >= plain.length) return undefined;
    const start = this.offset;
    this.offset += unitsAt(plain, start);
    return asPlain(sliceUnits(this.text, start, this.offset));
  }
}

class Keys implements ValueIterator {
  private readonly hashes;
  constructor(private readonly dict: Dict) {
    this.hashes = dict.map.keys();
  }

  next(): Value | undefined {
    const step = this.hashes.next();
    return step.done ? undefined : originalKey(this.dict, step.value);
  }
}
