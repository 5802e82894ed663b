/**
 * Python's values as a chat template sees them.
 *
 * | Python           | here                                                                    |
 * |------------------|-------------------------------------------------------------------------|
 * | None             | `null`                                                                  |
 * | bool             | `boolean`                                                               |
 * | int              | `number` (always an integer, safe), else `bigint`                       |
 * | float            | `Float` (so that 1.0 is not 1)                                          |
 * | str              | `string`, or `Str` where its origin or its being Markup is known         |
 * | list, tuple      | `List`, `Tuple`                                                         |
 * | dict             | `Dict` (insertion order, keys equal as in Python: 1 == 1.0 == True)      |
 * | jinja2.Undefined | `Undefined`                                                             |
 * | anything else    | a subclass of `PyObject` (generators, loop, namespace, macros, methods)  |
 */
import { address } from './identity.ts';
import { choose, slice } from '../trace/build.ts';
import type { Provenance } from '../trace/provenance.ts';

export type Value =
  null | boolean | number | bigint | string | Float | Str | List | Tuple | Dict | Undefined | PyObject;

/** A Python str in either form. */
export type Text = string | Str;

/**
 * Where an input value sits in the conversation: `messages[2].content` is
 * `{ parent: { parent: { parent: null, key: 'messages' }, key: 2 }, key: 'content' }`.
 */
export class InputPath {
  /** Index of the message that this value is or lies in; -1 outside `messages[k]`. */
  readonly message: number;
  constructor(
    readonly parent: InputPath | null,
    readonly key: string | number,
    /** True where the value is the dictionary key itself, not what it leads to. */
    readonly isKey: boolean = false,
  ) {
    this.message =
      parent === null
        ? -1
        : parent.parent === null && parent.key === 'messages' && typeof key === 'number'
          ? key
          : parent.message;
  }

  /** `messages[2].tool_calls[0].function["odd key"]` */
  toString(): string {
    const own =
      typeof this.key === 'number'
        ? `[${this.key}]`
        : /^[A-Za-z_]\w*$/.test(this.key)
          ? `${this.parent ? '.' : ''}${this.key}`
          : `[${JSON.stringify(this.key)}]`;
    return (this.parent?.toString() ?? '') + own;
  }
}

/** A Python float. */
export class Float {
  constructor(readonly value: number) {}
}

/** A Python str that carries its origin (traced renders), is Markup (`|safe`), or both. */
export class Str {
  constructor(
    readonly text: string,
    /** Origin of the text, or of one that it was cut from. */
    private readonly source: Provenance | null,
    readonly markup: boolean = false,
    /** Where in `source` it starts; -1: it is the whole. */
    private readonly start = -1,
  ) {}

  get provenance(): Provenance | null {
    const { source, start } = this;
    return source === null || start < 0 ? source : slice(source, start, start + this.text.length);
  }

  get hasOrigin(): boolean {
    return this.source !== null;
  }

  /** The same as what a decision chose (see `Chosen`). */
  chosen(message: number, decision: number): Str {
    const { provenance } = this;
    return provenance === null
      ? this
      : new Str(this.text, choose(provenance, message, decision), this.markup);
  }

  /** Part of it, by UTF-16 offsets: its origin is cut when someone asks. */
  cut(start: number, end: number): Str {
    return new Str(this.text.slice(start, end), this.source, this.markup, Math.max(0, this.start) + start);
  }
}

export class List {
  constructor(
    readonly items: Value[],
    readonly origin: InputPath | null = null,
  ) {}
}

export class Tuple {
  constructor(readonly items: readonly Value[]) {}
}

/** What two equal Python keys share: see `hashKey` in `hash.ts`. */
export type HashKey = null | number | bigint | string | object;

/**
 * A Python dict. `map` goes from hash key to value; `keys` holds the original key only where it is not
 * itself the hash key (True, 1.0, a tuple, a traced string).
 */
export class Dict {
  readonly map = new Map<HashKey, Value>();
  keys: Map<HashKey, Value> | null = null;
  constructor(readonly origin: InputPath | null = null) {}
}

/** `jinja2.Undefined`: prints empty; most other uses raise an error with this message. */
export class Undefined {
  constructor(
    /** Python's message: "'x' is undefined", "'dict object' has no attribute 'a'". */
    readonly message: string,
    /** What using it raises: `SecurityError` where the sandbox refused an attribute. */
    readonly errorType: 'UndefinedError' | 'SecurityError' = 'UndefinedError',
  ) {}
}

/** Python's iterator protocol: `next` answers JavaScript's `undefined` at the end. */
export interface ValueIterator {
  next(): Value | undefined;
}

/**
 * Base of every other Python object a template can meet. What a class does not override, its instances can't
 * do: then the operation raises Python's TypeError or, for attributes, looks for the item.
 */
export abstract class PyObject {
  /** Python's type name, as error messages print it: `generator`, `Namespace`, `LoopContext`, `method`. */
  abstract readonly typeName: string;

  /** Python's module of the class: it shows in "'jinja2.utils.Namespace object' has no attribute ...". */
  get moduleName(): string {
    return 'builtins';
  }

  /** Public attribute or `undefined` where there is none. */
  getAttribute(_name: string): Value | undefined {
    return undefined;
  }

  /** `object[key]`: `undefined` where it has no such item or is not subscriptable. */
  getItem(_key: Value): Value | undefined {
    return undefined;
  }

  /** A fresh iterator (for a generator: itself); null where it is not iterable. */
  iterate(): ValueIterator | null {
    return null;
  }

  /** `len(object)`; null where it has none. */
  length(): number | null {
    return null;
  }

  truth(): boolean {
    const length = this.length();
    return length === null || length > 0;
  }

  equals(other: Value): boolean {
    return this === other;
  }

  /** `object < other` and its like; null where they have no order. */
  compare(_operator: '<' | '<=' | '>' | '>=', _other: Value): boolean | null {
    return null;
  }

  /** `item in object`; null to search by iteration. */
  contains(_item: Value): boolean | null {
    return null;
  }

  /** `repr(object)`, and `str(object)` too unless `print` is overridden. */
  repr(): string {
    const module = this.moduleName === 'builtins' ? '' : `${this.moduleName}.`;
    return `<${module}${this.typeName} object at ${address(this)}>`;
  }

  print(): string {
    return this.repr();
  }
}
