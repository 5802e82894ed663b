import { python, type Builtin } from '../../evaluate/callable.ts';
import { lessThan } from '../../values/compare.ts';
import { dictEntries } from '../../values/dict.ts';
import { undefinedError } from '../../values/errors.ts';
import { equal } from '../../values/equal.ts';
import { isTrue } from '../../values/truth.ts';
import { Dict, List, Tuple, Undefined } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { foldCase } from '../attributes.ts';
import { smallOf } from '../coerce.ts';
import { attributeError, filterArgumentError } from '../errors.ts';
import { sortedBy } from '../sequence/sorted.ts';

/** The pairs of a dict as a list of tuples, in order of key or value. */
export const dictsort: Builtin = python(
  'dictsort',
  "do_dictsort(value, case_sensitive=False, by='key', reverse=False)",
  (_rt, value, caseSensitive, by, reverse) => {
    const byValue = equal(by, 'value');
    if (!byValue && !equal(by, 'key')) {
      throw filterArgumentError('You can only sort by either "key" or "value"');
    }
    if (value instanceof Undefined) throw undefinedError(value);
    if (!(value instanceof Dict)) throw attributeError(typeName(value), 'items');
    const fold = !isTrue(caseSensitive);
    const key = (entry: Tuple) => {
      const of = entry.items[byValue ? 1 : 0] ?? null;
      return fold ? foldCase(of) : of;
    };
    const entries = dictEntries(value).map((entry) => new Tuple(entry));
    return new List(sortedBy(entries, key, smallOf(reverse) !== 0, lessThan));
  },
);
