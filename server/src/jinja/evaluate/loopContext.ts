/** `loop`: where a `for` loop stands. */
import { equal } from '../values/equal.ts';
import { typeError } from '../values/errors.ts';
import { iterator, toArray, arrayIterator } from '../values/iterate.ts';
import { length } from '../values/length.ts';
import { PyObject, Tuple, Undefined, type Value, type ValueIterator } from '../values/types.ts';
import type { Keywords } from './bind.ts';
import { Callable, callBuiltin, python } from './callable.ts';
import type { Runtime } from './runtime.ts';

/** Runs a level of a recursive loop over an iterable; answers its text. */
export type Recurse = (iterable: Value, depth: number) => Value;

type Attribute = (loop: LoopContext) => Value;

const ATTRIBUTES: ReadonlyMap<string, Attribute> = new Map<string, Attribute>([
  ['index', (loop) => loop.index0 + 1],
  ['index0', (loop) => loop.index0],
  ['first', (loop) => loop.index0 === 0],
  ['last', (loop) => loop.peek() === undefined],
  ['length', (loop) => loop.length()],
  ['revindex', (loop) => loop.length() - loop.index0],
  ['revindex0', (loop) => loop.length() - loop.index0 - 1],
  ['depth', (loop) => loop.depth0 + 1],
  ['depth0', (loop) => loop.depth0],
  ['previtem', (loop) => itemOr(loop.previous, 'there is no previous item')],
  ['nextitem', (loop) => itemOr(loop.peek(), 'there is no next item')],
  ['cycle', (loop) => new LoopMethod(loop, CYCLE)],
  ['changed', (loop) => new LoopMethod(loop, CHANGED)],
]);

function itemOr(item: Value | undefined, message: string): Value {
  return item === undefined ? new Undefined(message) : item;
}

export class LoopContext extends Callable {
  override readonly typeName = 'LoopContext';
  index0 = -1;
  current: Value | undefined = undefined;
  previous: Value | undefined = undefined;
  /** What `loop.changed` saw last. */
  seen: Tuple | null = null;
  private ahead: Value | undefined = undefined;
  private source: ValueIterator;
  private knownLength: number | null = null;

  constructor(
    private readonly iterable: Value,
    readonly depth0: number,
    private readonly recurse: Recurse | null,
  ) {
    super();
    this.source = iterator(iterable);
  }

  override get moduleName() {
    return 'jinja2.runtime';
  }

  /** Moves on; `undefined` at the end. */
  next(): Value | undefined {
    const item = this.peek();
    this.ahead = undefined;
    if (item === undefined) return undefined;
    this.index0++;
    this.previous = this.current;
    this.current = item;
    return item;
  }

  /** The next item, not taken yet. */
  peek(): Value | undefined {
    // None is an item like any other: only `undefined` says that none was read ahead.
    if (this.ahead === undefined) this.ahead = this.source.next();
    return this.ahead;
  }

  /** A generator has to be read to its end to be counted. */
  override length(): number {
    if (this.knownLength === null) {
      if (hasLength(this.iterable)) {
        this.knownLength = length(this.iterable);
      } else {
        const rest = restOf(this.source);
        this.source = arrayIterator(rest);
        this.knownLength = rest.length + this.index0 + 1 + (this.ahead === undefined ? 0 : 1);
      }
    }
    return this.knownLength;
  }

  override getAttribute(name: string): Value | undefined {
    return ATTRIBUTES.get(name)?.(this);
  }

  override iterate(): ValueIterator {
    return {
      next: () => {
        const item = this.next();
        return item === undefined ? undefined : new Tuple([item, this]);
      },
    };
  }

  override call(rt: Runtime, args: readonly Value[], keywords: Keywords | null): Value {
    const recurse = this.recurse;
    if (recurse === null) {
      throw typeError("The loop must have the 'recursive' marker to be called recursively.");
    }
    const level = (iterable: Value) => recurse(iterable, this.depth0 + 1);
    const builtin = python('loop', 'LoopContext.__call__(@self, iterable)', (_rt, iterable) =>
      level(iterable as Value),
    );
    return callBuiltin(rt, builtin, args, keywords);
  }

  override repr(): string {
    return `<LoopContext ${this.index0 + 1}/${this.length()}>`;
  }
}

function hasLength(iterable: Value): boolean {
  if (iterable instanceof PyObject) return iterable.length() !== null;
  return true;
}

function restOf(source: ValueIterator): Value[] {
  return toArray(new Rest(source));
}

/** An iterator as an iterable object. */
class Rest extends PyObject {
  override readonly typeName = 'iterator';
  constructor(private readonly source: ValueIterator) {
    super();
  }
  override iterate(): ValueIterator {
    return this.source;
  }
}

type Action = (loop: LoopContext, values: Tuple) => Value;

interface Method {
  readonly name: string;
  readonly run: Action;
}

const CYCLE: Method = {
  name: 'cycle',
  run: (loop, { items }) => {
    if (items.length === 0) throw typeError('no items for cycling given');
    return items[loop.index0 % items.length] as Value;
  },
};

const CHANGED: Method = {
  name: 'changed',
  run: (loop, values) => {
    if (loop.seen !== null && equal(loop.seen, values)) return false;
    loop.seen = values;
    return true;
  },
};

class LoopMethod extends Callable {
  override readonly typeName = 'method';
  constructor(
    private readonly loop: LoopContext,
    private readonly method: Method,
  ) {
    super();
  }

  override call(rt: Runtime, args: readonly Value[], keywords: Keywords | null): Value {
    const { name, run } = this.method;
    const declaration = `LoopContext.${name}(@self, *args)`;
    const builtin = python(name, declaration, (_rt, values) => run(this.loop, values as Tuple));
    return callBuiltin(rt, builtin, args, keywords);
  }

  override repr(): string {
    return `<bound method LoopContext.${this.method.name} of ${this.loop.repr()}>`;
  }
}
