import { python, type Builtin } from '../../evaluate/callable.ts';
import { hashKey } from '../../values/hash.ts';
import { generator, iterator } from '../../values/iterate.ts';
import { charge } from '../../values/meter.ts';
import { isTrue } from '../../values/truth.ts';
import type { HashKey, Value } from '../../values/types.ts';
import { attributeGetter, type Getter } from '../attributes.ts';

function* distinct(value: Value, key: Getter): Iterable<Value> {
  const seen = new Set<HashKey>();
  const source = iterator(value);
  for (let item = source.next(); item !== undefined; item = source.next()) {
    charge(1, 32);
    const hash = hashKey(key(item));
    if (seen.has(hash)) continue;
    seen.add(hash);
    yield item;
  }
}

export const unique: Builtin = python(
  'unique',
  'sync_do_unique(@environment, value, case_sensitive=False, attribute=None)',
  (rt, value, caseSensitive, attribute) =>
    generator(
      distinct(value, attributeGetter(rt, attribute, { foldCase: !isTrue(caseSensitive) })),
      'sync_do_unique',
    ),
);
