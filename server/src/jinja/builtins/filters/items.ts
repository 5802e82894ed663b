import { python, type Builtin } from '../../evaluate/callable.ts';
import { dictEntries } from '../../values/dict.ts';
import { typeError } from '../../values/errors.ts';
import { generator } from '../../values/iterate.ts';
import { charge } from '../../values/meter.ts';
import { Dict, Tuple, Undefined, type Value } from '../../values/types.ts';

/** Lazy, as a generator is: what is no dict fails only when it is iterated. */
function* pairs(value: Value): Iterable<Value> {
  if (value instanceof Undefined) return;
  if (!(value instanceof Dict)) throw typeError('Can only get item pairs from a mapping.');
  charge(value.map.size);
  for (const entry of dictEntries(value)) yield new Tuple(entry);
}

export const items: Builtin = python('items', 'do_items(value)', (_rt, value) =>
  generator(pairs(value), 'do_items'),
);
