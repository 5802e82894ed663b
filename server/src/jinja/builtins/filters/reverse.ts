import { python, type Builtin } from '../../evaluate/callable.ts';
import { PythonError } from '../../values/errors.ts';
import { toArray } from '../../values/iterate.ts';
import { SliceValue, sliceText } from '../../values/sequence.ts';
import { isText } from '../../values/text.ts';
import { List, type Value } from '../../values/types.ts';
import { filterArgumentError } from '../errors.ts';
import { reversedOrNull } from '../sequence/reversed.ts';

const BACKWARDS = new SliceValue(null, null, -1);

/** A str turned round; an iterator over a sequence; a list of what can only be iterated. */
export const reverse: Builtin = python('reverse', 'do_reverse(value)', (_rt, value) => {
  if (isText(value)) return sliceText(value, BACKWARDS);
  const iterator = reversedOrNull(value);
  if (iterator !== null) return iterator;
  return new List(itemsOf(value).reverse());
});

/** Any TypeError on the way, be it one that a lazy filter raises, is taken for this one. */
function itemsOf(value: Value): Value[] {
  try {
    return toArray(value);
  } catch (failure) {
    if (failure instanceof PythonError && failure.type === 'TypeError')
      throw filterArgumentError('argument must be iterable');
    throw failure;
  }
}
