import type { Keywords } from '../../evaluate/bind.ts';
import { callBuiltin, Callable, python, type Builtin } from '../../evaluate/callable.ts';
import type { Runtime } from '../../evaluate/runtime.ts';
import type { Value } from '../../values/types.ts';
import { ClassValue } from './classValue.ts';

/** `joiner(', ')`: nothing the first time it is called, then the separator. */
class Joiner extends Callable {
  override readonly typeName = 'Joiner';
  private used = false;
  constructor(private readonly separator: Value) {
    super();
  }

  override get moduleName(): string {
    return 'jinja2.utils';
  }

  join(): Value {
    if (this.used) return this.separator;
    this.used = true;
    return '';
  }

  override call(rt: Runtime, args: readonly Value[], keywords: Keywords | null): Value {
    return callBuiltin(rt, this.method, args, keywords);
  }

  private readonly method: Builtin = python('joiner', 'Joiner.__call__(@self)', () => this.join());

  override getAttribute(name: string): Value | undefined {
    if (name === 'sep') return this.separator;
    return name === 'used' ? this.used : undefined;
  }
}

export const joiner = new ClassValue(
  'jinja2.utils.Joiner',
  python('joiner', "Joiner.__init__(@self, sep=', ')", (_rt, separator) => new Joiner(separator)),
);
