import { python, type Builtin } from '../../evaluate/callable.ts';
import { arithmetic } from '../../values/arithmetic.ts';
import { compare } from '../../values/compare.ts';
import { equal } from '../../values/equal.ts';
import { generator, iterator, toArray } from '../../values/iterate.ts';
import { charge } from '../../values/meter.ts';
import { List, type Value } from '../../values/types.ts';
import { countOf } from '../coerce.ts';

function* batches(value: Value, size: Value, fill: Value): Iterable<Value> {
  let batch: Value[] = [];
  const source = iterator(value);
  for (let item = source.next(); item !== undefined; item = source.next()) {
    if (equal(batch.length, size)) {
      yield new List(batch);
      batch = [];
    }
    batch.push(item);
  }
  if (batch.length === 0) return;
  if (fill !== null && compare('<', batch.length, size)) {
    const missing = countOf(size) - batch.length;
    charge(missing, missing * 8);
    for (let i = 0; i < missing; i++) batch.push(fill);
  }
  yield new List(batch);
}

function* slices(value: Value, count: Value, fill: Value): Iterable<Value> {
  const items = toArray(value);
  const short = Number(arithmetic('//', items.length, count));
  const wanted = countOf(count);
  const longer = items.length - short * wanted;
  let start = 0;
  for (let i = 0; i < wanted; i++) {
    const end = start + short + (i < longer ? 1 : 0);
    const slice = items.slice(start, end);
    if (fill !== null && i >= longer) slice.push(fill);
    yield new List(slice);
    start = end;
  }
}

export const batchFilters: readonly Builtin[] = [
  python('batch', 'do_batch(value, linecount, fill_with=None)', (_rt, value, size, fill) =>
    generator(batches(value, size, fill), 'do_batch'),
  ),
  python('slice', 'sync_do_slice(value, slices, fill_with=None)', (_rt, value, count, fill) =>
    generator(slices(value, count, fill), 'sync_do_slice'),
  ),
];
