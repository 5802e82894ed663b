/** `namespace(...)`: the one object that templates may change. */
import { repr } from '../values/print.ts';
import type { Dict } from '../values/types.ts';
import { PyObject, type Value } from '../values/types.ts';
import { dictGet, dictSet } from '../values/dict.ts';

export class Namespace extends PyObject {
  override readonly typeName = 'Namespace';

  /** `attributes`: a dict of its own. */
  constructor(private readonly attributes: Dict) {
    super();
  }

  override get moduleName() {
    return 'jinja2.utils';
  }

  override getAttribute(name: string): Value | undefined {
    return name.startsWith('__') ? undefined : dictGet(this.attributes, name);
  }

  set(name: string, value: Value): void {
    dictSet(this.attributes, name, value);
  }

  override repr(): string {
    return `<Namespace ${repr(this.attributes)}>`;
  }
}
