import { python, type Builtin } from '../../evaluate/callable.ts';
import { add } from '../../values/arithmetic.ts';
import { typeError } from '../../values/errors.ts';
import { iterator } from '../../values/iterate.ts';
import { charge } from '../../values/meter.ts';
import { isText } from '../../values/text.ts';
import type { Value } from '../../values/types.ts';
import { attributeGetter } from '../attributes.ts';

export const sum: Builtin = python(
  'sum',
  'sync_do_sum(@environment, iterable, attribute=None, start=0)',
  (rt, iterable, attribute, start) => {
    const source = iterator(iterable);
    if (isText(start)) throw typeError("sum() can't sum strings [use ''.join(seq) instead]");
    const get = attributeGetter(rt, attribute);
    let total: Value = start;
    for (let item = source.next(); item !== undefined; item = source.next()) {
      charge(1);
      total = add(total, get(item));
    }
    return total;
  },
);
