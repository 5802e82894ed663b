import type { Keywords } from '../../evaluate/bind.ts';
import { callBuiltin, Callable, type Builtin } from '../../evaluate/callable.ts';
import type { Runtime } from '../../evaluate/runtime.ts';
import type { Value } from '../../values/types.ts';

/** A class of Python as a value: calling it makes an instance. */
export class ClassValue extends Callable {
  override readonly typeName = 'type';
  constructor(
    /** As `repr` names it: `jinja2.utils.Cycler`. */
    private readonly qualifiedName: string,
    private readonly construct: Builtin,
  ) {
    super();
  }

  override call(rt: Runtime, args: readonly Value[], keywords: Keywords | null): Value {
    return callBuiltin(rt, this.construct, args, keywords);
  }

  override repr(): string {
    return `<class '${this.qualifiedName}'>`;
  }
}
