import { BoundMethod, python, type Builtin } from '../../evaluate/callable.ts';
import { PythonError } from '../../values/errors.ts';
import type { Tuple } from '../../values/types.ts';
import { PyObject, type Value } from '../../values/types.ts';
import { ClassValue } from './classValue.ts';

/** `cycler('odd', 'even')`: hands out its items in turn. */
class Cycler extends PyObject {
  override readonly typeName = 'Cycler';
  private position = 0;
  constructor(private readonly items: Tuple) {
    super();
  }

  override get moduleName(): string {
    return 'jinja2.utils';
  }

  private get current(): Value {
    return this.items.items[this.position] as Value;
  }

  reset(): null {
    this.position = 0;
    return null;
  }

  next(): Value {
    const value = this.current;
    this.position = (this.position + 1) % this.items.items.length;
    return value;
  }

  override getAttribute(name: string): Value | undefined {
    if (name === 'items') return this.items;
    if (name === 'pos') return this.position;
    if (name === 'current') return this.current;
    const method = METHODS.get(name);
    return method && new BoundMethod(this, method, 'Cycler');
  }
}

const METHODS: ReadonlyMap<string, Builtin> = new Map([
  ['next', python('next', 'Cycler.next(@self)', (_rt, self) => (self as Cycler).next())],
  ['reset', python('reset', 'Cycler.reset(@self)', (_rt, self) => (self as Cycler).reset())],
]);

export const cycler = new ClassValue(
  'jinja2.utils.Cycler',
  python('cycler', 'Cycler.__init__(@self, *items)', (_rt, items) => {
    if ((items as Tuple).items.length === 0) {
      throw new PythonError('RuntimeError', 'at least one item has to be provided');
    }
    return new Cycler(items as Tuple);
  }),
);
