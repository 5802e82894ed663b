import { native, type Builtin } from '../../evaluate/callable.ts';
import { length } from '../../values/length.ts';

const run: Builtin['run'] = (_rt, value) => length(value);

export const lengthFilters: readonly Builtin[] = [
  native('length', 'len(obj, /)', run),
  native('count', 'len(obj, /)', run),
];
