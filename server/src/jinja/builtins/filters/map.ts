import { callBuiltin, python, type Builtin } from '../../evaluate/callable.ts';
import type { Runtime } from '../../evaluate/runtime.ts';
import { generator, iterator } from '../../values/iterate.ts';
import { madeFrom } from '../../values/text.ts';
import { isTrue } from '../../values/truth.ts';
import type { Dict, Tuple } from '../../values/types.ts';
import { type Value } from '../../values/types.ts';
import { repr } from '../../values/print.ts';
import { attributeGetter, type Getter } from '../attributes.ts';
import { filterArgumentError } from '../errors.ts';
import { keywordsOf, lazily, namedCallable } from '../apply.ts';

/** What `map` does to each item: reads `attribute=`, or applies the filter that it names. */
function mapperOf(rt: Runtime, args: readonly Value[], kwargs: Dict): Getter {
  const keywords = keywordsOf(kwargs);
  const attribute = keywords.get('attribute');
  if (args.length === 0 && attribute !== undefined) {
    const extra = [...keywords.keys()].find((name) => name !== 'attribute' && name !== 'default');
    if (extra !== undefined) throw filterArgumentError(`Unexpected keyword argument ${repr(extra)}`);
    return attributeGetter(rt, attribute, { defaultValue: keywords.get('default') ?? null });
  }
  const [name, ...rest] = args;
  if (name === undefined) throw filterArgumentError('map requires a filter argument');
  const filter = lazily(() => namedCallable('filter', name, (found) => rt.filter(found)));
  return (item) => {
    const made = callBuiltin(rt, filter(), [item, ...rest], keywords);
    return rt.traced && typeof made === 'string' ? madeFrom(made, item) : made;
  };
}

function* mapped(rt: Runtime, value: Value, args: readonly Value[], kwargs: Dict): Iterable<Value> {
  if (!isTrue(value)) return;
  const map = mapperOf(rt, args, kwargs);
  const source = iterator(value);
  for (let item = source.next(); item !== undefined; item = source.next()) yield map(item);
}

export const map: Builtin = python(
  'map',
  'sync_do_map(@context, value, *args, **kwargs)',
  (rt, value, args, kwargs) =>
    generator(mapped(rt, value, (args as Tuple).items, kwargs as Dict), 'sync_do_map'),
);
