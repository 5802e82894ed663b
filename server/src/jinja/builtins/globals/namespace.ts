import type { Keywords } from '../../evaluate/bind.ts';
import { Callable } from '../../evaluate/callable.ts';
import { Namespace } from '../../evaluate/namespace.ts';
import type { Runtime } from '../../evaluate/runtime.ts';
import type { Dict, Value } from '../../values/types.ts';
import { dict } from './dict.ts';

/** The class Namespace: what `dict(...)` takes, as an object that templates may change. */
class NamespaceType extends Callable {
  override readonly typeName = 'type';

  override call(rt: Runtime, args: readonly Value[], keywords: Keywords | null): Value {
    return new Namespace(dict.call(rt, args, keywords) as Dict);
  }

  override repr(): string {
    return "<class 'jinja2.utils.Namespace'>";
  }
}

export const namespace = new NamespaceType();
