/** What builtins see of the render in progress. Budgets are charged through `values/meter.ts`. */
import type { Value } from '../values/types.ts';
import type { Keywords } from './bind.ts';
import type { Builtin } from './callable.ts';

export interface Runtime {
  /** Local wall clock of `strftime_now`. */
  readonly now: Date;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** The autoescape in force (`{% autoescape %}`); false in chat templates unless they ask. */
  readonly autoescape: boolean;
  /** Strings carry their origin. */
  readonly traced: boolean;
  /** The filter or test of that name; null where there is none. */
  filter(name: string): Builtin | null;
  test(name: string): Builtin | null;
  /** Calls any value as the sandbox does: TypeError where it is not callable. */
  call(callee: Value, args: readonly Value[], keywords: Keywords | null): Value;
  /** `object.name` of the sandbox: attribute first, then item; Undefined where neither is there. */
  getAttribute(object: Value, name: string): Value;
  /** `object[key]` of the sandbox: item first, then attribute; Undefined where neither is there. */
  getItem(object: Value, key: Value): Value;
}
