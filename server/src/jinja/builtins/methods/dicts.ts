/** Methods of dict. The ones that change it are refused by the sandbox. */
import { native, type Builtin } from '../../evaluate/callable.ts';
import { dictCopy, dictGet, dictSet } from '../../values/dict.ts';
import { iterator } from '../../values/iterate.ts';
import { charge } from '../../values/meter.ts';
import { Dict, type Value } from '../../values/types.ts';
import { DictItems, DictKeys, DictValues } from './dictViews.ts';

export function fromKeys(keys: Value, value: Value): Dict {
  const dict = new Dict();
  const source = iterator(keys);
  for (let key = source.next(); key !== undefined; key = source.next()) {
    charge(1, 32);
    dictSet(dict, key, value);
  }
  return dict;
}

export const dictMethods: readonly Builtin[] = [
  native('get', 'dict.get(key, default=None, /)', (_rt, self, key, fallback) => {
    const found = dictGet(self as Dict, key);
    return found === undefined ? fallback : found;
  }),
  native('keys', 'dict.keys()', (_rt, self) => new DictKeys(self as Dict)),
  native('values', 'dict.values()', (_rt, self) => new DictValues(self as Dict)),
  native('items', 'dict.items()', (_rt, self) => new DictItems(self as Dict)),
  native('copy', 'dict.copy()', (_rt, self) => {
    const dict = self as Dict;
    charge(dict.map.size, dict.map.size * 32);
    return dictCopy(dict);
  }),
  native('fromkeys', 'dict.fromkeys(iterable, value=None, /)', (_rt, _self, keys, value) =>
    fromKeys(keys, value),
  ),
];

export const MUTATING_DICT = new Set(['clear', 'pop', 'popitem', 'setdefault', 'update']);
