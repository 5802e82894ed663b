import { python, type Builtin } from '../../evaluate/callable.ts';
import { compare } from '../../values/compare.ts';
import { iterator } from '../../values/iterate.ts';
import { charge } from '../../values/meter.ts';
import { isTrue } from '../../values/truth.ts';
import { Undefined } from '../../values/types.ts';
import { attributeGetter } from '../attributes.ts';

/** The first of the items that no other beats. */
const extreme = (name: 'min' | 'max', beats: '<' | '>'): Builtin =>
  python(
    name,
    `do_${name}(@environment, value, case_sensitive=False, attribute=None)`,
    (rt, value, caseSensitive, attribute) => {
      const source = iterator(value);
      let best = source.next();
      if (best === undefined) return new Undefined('No aggregated item, sequence was empty.');
      const key = attributeGetter(rt, attribute, { foldCase: !isTrue(caseSensitive) });
      let bestKey = key(best);
      for (let item = source.next(); item !== undefined; item = source.next()) {
        charge(1);
        const itemKey = key(item);
        if (!compare(beats, itemKey, bestKey)) continue;
        best = item;
        bestKey = itemKey;
      }
      return best;
    },
  );

export const extremeFilters: readonly Builtin[] = [extreme('min', '<'), extreme('max', '>')];
