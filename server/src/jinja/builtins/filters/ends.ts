/** `first`, `last` and `random`: one item of a sequence, undefined where it is empty. */
import { python, type Builtin } from '../../evaluate/callable.ts';
import { typeError } from '../../values/errors.ts';
import { iterator } from '../../values/iterate.ts';
import { length } from '../../values/length.ts';
import { getOwnItem } from '../../values/access.ts';
import { PythonError } from '../../values/errors.ts';
import { isText, textOf, sliceUnits } from '../../values/text.ts';
import { Dict, Undefined, type Text, type Value } from '../../values/types.ts';
import { repr } from '../../values/print.ts';
import { typeName } from '../../values/typename.ts';
import { reversed } from '../sequence/reversed.ts';

/** The last character, without walking the text. */
function lastCharacter(text: Text): Text {
  const plain = textOf(text);
  const units = /[\ud800-\udbff][\udc00-\udfff]$/.test(plain) ? 2 : 1;
  return sliceUnits(text, plain.length - units, plain.length);
}

function itemAt(sequence: Value, index: number): Value {
  const item = getOwnItem(sequence, index);
  if (item !== undefined) return item;
  if (sequence instanceof Dict) throw new PythonError('KeyError', repr(index));
  throw typeError(`'${typeName(sequence)}' object is not subscriptable`);
}

/** `undefined` is the end of the sequence; None is an item. */
function itemOr(item: Value | undefined, message: string): Value {
  return item === undefined ? new Undefined(message) : item;
}

export const endFilters: readonly Builtin[] = [
  python('first', 'sync_do_first(@environment, seq)', (_rt, seq) =>
    itemOr(iterator(seq).next(), 'No first item, sequence was empty.'),
  ),
  python('last', 'do_last(@environment, seq)', (_rt, seq) => {
    if (isText(seq) && textOf(seq) !== '') return lastCharacter(seq);
    return itemOr(reversed(seq).next(), 'No last item, sequence was empty.');
  }),
  python('random', 'do_random(@context, seq)', (rt, seq) => {
    const count = length(seq);
    if (count === 0) return new Undefined('No random item, sequence was empty.');
    return itemAt(seq, Math.min(count - 1, Math.floor(rt.random() * count)));
  }),
];
