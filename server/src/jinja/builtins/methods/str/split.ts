import { native, type Builtin } from '../../../evaluate/callable.ts';
import { typeError, valueError } from '../../../values/errors.ts';
import { charge } from '../../../values/meter.ts';
import { isText, sliceUnits, textOf } from '../../../values/text.ts';
import { List, Tuple } from '../../../values/types.ts';
import type { Text, Value } from '../../../values/types.ts';
import { typeName } from '../../../values/typename.ts';
import { sizeOf, smallOf, stringArgument } from '../../coerce.ts';
import {
  lineCuts,
  splitCuts,
  splitCutsFromRight,
  wordCuts,
  wordCutsFromRight,
  type Cut,
} from '../../text/spans.ts';

function pieces(text: Text, cuts: readonly Cut[]): List {
  return new List(cuts.map(([start, end]) => sliceUnits(text, start, end)));
}

function separatorOf(value: Value): string | null {
  if (value === null) return null;
  if (!isText(value)) throw typeError(`must be str or None, not ${typeName(value)}`);
  const separator = textOf(value);
  if (separator === '') throw valueError('empty separator');
  return separator;
}

type Split = (text: string, separator: string, limit: number) => Cut[];
type SplitWords = (text: string, limit: number) => Cut[];

const splitting = (name: string, bySeparator: Split, byBlanks: SplitWords): Builtin =>
  native(name, `str.${name}(sep=None, maxsplit=-1)`, (_rt, self, sep, maxsplit) => {
    const text = self as Text;
    const limit = sizeOf(maxsplit);
    const separator = separatorOf(sep);
    const plain = textOf(text);
    charge(plain.length >> 4);
    return pieces(text, separator === null ? byBlanks(plain, limit) : bySeparator(plain, separator, limit));
  });

const partitioning = (
  name: string,
  find: (text: string, separator: string) => number,
  missAtEnd: boolean,
): Builtin =>
  native(name, `str.${name}(sep, /)`, (_rt, self, sep) => {
    const text = self as Text;
    const separator = stringArgument(sep, (type) => `must be str, not ${type}`);
    if (separator === '') throw valueError('empty separator');
    const plain = textOf(text);
    charge(plain.length >> 4);
    const at = find(plain, separator);
    const { length } = plain;
    const empty = sliceUnits(text, 0, 0);
    if (at < 0) return new Tuple(missAtEnd ? [empty, empty, text] : [text, empty, empty]);
    const after = at + separator.length;
    return new Tuple([sliceUnits(text, 0, at), sliceUnits(text, at, after), sliceUnits(text, after, length)]);
  });

export const splitMethods: readonly Builtin[] = [
  splitting('split', splitCuts, wordCuts),
  splitting('rsplit', splitCutsFromRight, wordCutsFromRight),
  native('splitlines', 'str.splitlines(keepends=False)', (_rt, self, keepends) =>
    pieces(self as Text, lineCuts(textOf(self as Text), smallOf(keepends) !== 0)),
  ),
  partitioning('partition', (text, separator) => text.indexOf(separator), false),
  partitioning('rpartition', (text, separator) => text.lastIndexOf(separator), true),
];
