import { python, type Builtin } from '../../evaluate/callable.ts';
import { lessThan } from '../../values/compare.ts';
import { sameOrEqual } from '../../values/equal.ts';
import { toArray } from '../../values/iterate.ts';
import { isTrue } from '../../values/truth.ts';
import { List, type Value } from '../../values/types.ts';
import { attributeGetter } from '../attributes.ts';
import { GroupTuple } from '../sequence/group.ts';
import { sortedBy } from '../sequence/sorted.ts';

export const groupby: Builtin = python(
  'groupby',
  'sync_do_groupby(@environment, value, attribute, default=None, case_sensitive=False)',
  (rt, value, attribute, defaultValue, caseSensitive) => {
    const fold = !isTrue(caseSensitive);
    const key = attributeGetter(rt, attribute, { foldCase: fold, defaultValue });
    const shown = fold ? attributeGetter(rt, attribute, { defaultValue }) : key;
    const groups: { key: Value; items: Value[] }[] = [];
    for (const item of sortedBy(toArray(value), key, false, lessThan)) {
      const itemKey = key(item);
      const last = groups.at(-1);
      if (last && sameOrEqual(last.key, itemKey)) last.items.push(item);
      else groups.push({ key: itemKey, items: [item] });
    }
    return new List(groups.map(({ items }) => new GroupTuple(shown(items[0] as Value), new List(items))));
  },
);
