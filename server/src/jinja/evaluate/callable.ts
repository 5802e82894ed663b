/**
 * How filters, tests, methods and global functions are declared:
 *
 *     export const trim = python('trim', 'do_trim(value, chars=None)', (rt, value, chars) => ...);
 *     export const strip = native('strip', 'str.strip(@self, chars=None, /)', (rt, self, chars) => ...);
 *
 * `run` gets the runtime, then what the declaration names: for a filter or test the first is the operand; for a
 * method the receiver is handed over first, before the bound parameters.
 */
import type { Value } from '../values/types.ts';
import { address } from '../values/identity.ts';
import { repr } from '../values/print.ts';
import { PyObject } from '../values/types.ts';
import { bindArguments, type Keywords } from './bind.ts';
import type { Runtime } from './runtime.ts';
import { parseSignature, type Signature } from './signature.ts';

export type Run = (rt: Runtime, ...bound: Value[]) => Value;

export interface Builtin {
  /** As the template writes it. */
  readonly name: string;
  readonly signature: Signature;
  readonly run: Run;
}

/** A function that Python implements in Python: its TypeErrors name `declaration`'s function. */
export function python(name: string, declaration: string, run: Run): Builtin {
  return { name, signature: parseSignature(declaration, 'python'), run };
}

/** A function that Python implements in C (str and dict methods, `len`, `abs`): other words in its TypeErrors. */
export function native(name: string, declaration: string, run: Run): Builtin {
  return { name, signature: parseSignature(declaration, 'c'), run };
}

/** Calls with positional and keyword arguments (a filter's or test's operand is `args[0]`). */
export function callBuiltin(
  rt: Runtime,
  builtin: Builtin,
  args: readonly Value[],
  keywords: Keywords | null = null,
): Value {
  return builtin.run(rt, ...bindArguments(builtin.signature, args, keywords));
}

/** Calls a method of `receiver`. The signature leaves the receiver out (or hides it as `@self`). */
export function callMethod(
  rt: Runtime,
  builtin: Builtin,
  receiver: Value,
  args: readonly Value[],
  keywords: Keywords | null = null,
): Value {
  return builtin.run(rt, receiver, ...bindArguments(builtin.signature, args, keywords));
}

/** A Python object that can be called. */
export abstract class Callable extends PyObject {
  abstract call(rt: Runtime, args: readonly Value[], keywords: Keywords | null): Value;
}

/** A global function (`range`, `raise_exception`) as a value. */
export class FunctionValue extends Callable {
  override readonly typeName: string;
  constructor(
    readonly builtin: Builtin,
    typeName = 'function',
  ) {
    super();
    this.typeName = typeName;
  }

  override call(rt: Runtime, args: readonly Value[], keywords: Keywords | null): Value {
    return callBuiltin(rt, this.builtin, args, keywords);
  }

  override repr(): string {
    return `<function ${this.builtin.signature.name} at ${address(this)}>`;
  }
}

/** Methods of classes: they are bound to the class, from whatever object they are taken. */
const OF_CLASS: ReadonlySet<string> = new Set(['from_bytes', 'fromhex', 'fromkeys']);

/** A method taken from its object: `d.items` without parentheses. */
export class BoundMethod extends Callable {
  override readonly typeName: string;
  constructor(
    readonly receiver: Value,
    readonly builtin: Builtin,
    protected readonly receiverType: string,
  ) {
    super();
    this.typeName = builtin.signature.style === 'c' ? 'builtin_function_or_method' : 'method';
  }

  override call(rt: Runtime, args: readonly Value[], keywords: Keywords | null): Value {
    return callMethod(rt, this.builtin, this.receiver, args, keywords);
  }

  override equals(other: Value): boolean {
    return other instanceof BoundMethod && other.receiver === this.receiver && other.builtin === this.builtin;
  }

  private owner(): string {
    return OF_CLASS.has(this.builtin.name) ? 'type' : this.receiverType;
  }

  override repr(): string {
    return this.typeName === 'method'
      ? `<bound method ${this.builtin.signature.name} of ${repr(this.receiver)}>`
      : `<built-in method ${this.builtin.name} of ${this.owner()} object at ${address(this)}>`;
  }
}

/** Methods of str that the sandbox puts a function of its own in front of. */
const GUARDED: ReadonlySet<string> = new Set(['format', 'format_map']);

/** `text.format` without parentheses: another function each time. */
class GuardedFormat extends BoundMethod {
  override readonly typeName = 'function';

  override equals(other: Value): boolean {
    return this === other;
  }

  override repr(): string {
    return `<function ${this.receiverType}.${this.builtin.name} at ${address(this)}>`;
  }
}

/** A method as an attribute of its object; `receiverType` is Python's name of the object's type. */
export function bindMethod(receiver: Value, builtin: Builtin, receiverType: string): BoundMethod {
  const guarded = GUARDED.has(builtin.name);
  return guarded
    ? new GuardedFormat(receiver, builtin, receiverType)
    : new BoundMethod(receiver, builtin, receiverType);
}
