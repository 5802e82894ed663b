/** Python's `sorted(items, key=..., reverse=...)`. */
import { charge } from '../../values/meter.ts';
import { sortStable, sortStableReversed } from '../../values/sort.ts';
import type { Value } from '../../values/types.ts';

/** A new array in order of the items' keys; each key is computed once. */
export function sortedBy<T>(
  items: readonly T[],
  key: (item: T) => Value,
  reverse: boolean,
  less: (left: Value, right: Value) => boolean,
): T[] {
  charge(items.length, items.length * 32);
  const keyed = items.map((item) => ({ item, key: key(item) }));
  const sort = reverse ? sortStableReversed : sortStable;
  sort(keyed, (left, right) => less(left.key, right.key));
  return keyed.map(({ item }) => item);
}
