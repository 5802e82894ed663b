import { python, type Builtin } from '../../evaluate/callable.ts';
import { lessThan } from '../../values/compare.ts';
import { toArray } from '../../values/iterate.ts';
import { isTrue } from '../../values/truth.ts';
import { List } from '../../values/types.ts';
import { attributesGetter } from '../attributes.ts';
import { smallOf } from '../coerce.ts';
import { sortedBy } from '../sequence/sorted.ts';

export const sort: Builtin = python(
  'sort',
  'do_sort(@environment, value, reverse=False, case_sensitive=False, attribute=None)',
  (rt, value, reverse, caseSensitive, attribute) => {
    const key = attributesGetter(rt, attribute, { foldCase: !isTrue(caseSensitive) });
    return new List(sortedBy(toArray(value), key, smallOf(reverse) !== 0, lessThan));
  },
);
