import { python, type Builtin } from '../../evaluate/callable.ts';
import { isTrue } from '../../values/truth.ts';
import { Undefined } from '../../values/types.ts';

const DECLARATION = "do_default(value, default_value='', boolean=False)";

const run: Builtin['run'] = (_rt, value, defaultValue, boolean) =>
  value instanceof Undefined || (isTrue(boolean) && !isTrue(value)) ? defaultValue : value;

export const defaultFilters: readonly Builtin[] = [
  python('default', DECLARATION, run),
  python('d', DECLARATION, run),
];
