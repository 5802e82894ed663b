/** Whether the environment knows a filter or a test of that name. */
import { python, type Builtin } from '../../evaluate/callable.ts';
import { isText, textOf } from '../../values/text.ts';
import { hashKey } from '../../values/hash.ts';
import type { Value } from '../../values/types.ts';

function known(name: Value, find: (name: string) => Builtin | null): boolean {
  if (isText(name)) return find(textOf(name)) !== null;
  hashKey(name); // a list or dict is no key: TypeError
  return false;
}

export const nameTests: readonly Builtin[] = [
  python('filter', 'test_filter(@env, value)', (rt, value) => known(value, (name) => rt.filter(name))),
  python('test', 'test_test(@env, value)', (rt, value) => known(value, (name) => rt.test(name))),
];
