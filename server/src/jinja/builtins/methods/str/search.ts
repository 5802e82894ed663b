import { native, type Builtin } from '../../../evaluate/callable.ts';
import { codePointIndex, codePointLength, unitOffset } from '../../../values/codepoints.ts';
import { typeError, valueError } from '../../../values/errors.ts';
import { charge } from '../../../values/meter.ts';
import { resolveSlice, SliceValue } from '../../../values/sequence.ts';
import { textOf } from '../../../values/text.ts';
import { Tuple } from '../../../values/types.ts';
import type { Text, Value } from '../../../values/types.ts';
import { stringArgument } from '../../coerce.ts';
import { occurrences } from '../../text/spans.ts';

/** The stretch of a str that `start` and `end` (code points, as in a slice) choose, in UTF-16 offsets. */
interface Range {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** False where `start` lies beyond the end: then not even the empty string is found. */
  readonly inside: boolean;
}

function rangeOf(self: Value, start: Value, end: Value): Range {
  const text = textOf(self as Text);
  charge(text.length >> 4);
  if (start === null && end === null) return { text, from: 0, to: text.length, inside: true };
  const length = codePointLength(text);
  const unbounded = resolveSlice(new SliceValue(start, null, null), Number.MAX_SAFE_INTEGER);
  const cut = resolveSlice(new SliceValue(start, end, null), length);
  const stop = resolveSlice(new SliceValue(null, end, null), length).count;
  const begins = typeof start === 'number' && start > length ? unbounded.start : cut.start;
  const inside = begins <= stop && begins <= length;
  return { text, from: unitOffset(text, cut.start), to: unitOffset(text, Math.max(stop, cut.start)), inside };
}

const needleOf = (value: Value): string => stringArgument(value, (type) => `must be str, not ${type}`);

function find({ text, from, to, inside }: Range, needle: string): number {
  if (!inside) return -1;
  const at = text.indexOf(needle, from);
  return at >= 0 && at + needle.length <= to ? codePointIndex(text, at) : -1;
}

function findLast({ text, from, to, inside }: Range, needle: string): number {
  if (!inside || needle.length > to - from) return -1;
  const at = text.lastIndexOf(needle, to - needle.length);
  return at >= from ? codePointIndex(text, at) : -1;
}

type Find = (range: Range, needle: string) => number;

/** These methods count their arguments in words of their own. */
function searchArguments(name: string, { items }: Tuple): [sub: Value, start: Value, end: Value] {
  const [sub, start = null, end = null] = items;
  if (sub === undefined) throw typeError(`${name}() takes at least 1 argument (0 given)`);
  if (items.length > 3) throw typeError(`${name}() takes at most 3 arguments (${items.length} given)`);
  return [sub, start, end];
}

const finding = (name: string, search: Find): Builtin =>
  native(name, `${name}(*args)`, (_rt, self, args) => {
    const [sub, start, end] = searchArguments(name, args as Tuple);
    return search(rangeOf(self, start, end), needleOf(sub));
  });

const indexing = (name: string, search: Find): Builtin =>
  finding(name, (range, needle) => {
    const at = search(range, needle);
    if (at < 0) throw valueError('substring not found');
    return at;
  });

type Match = (text: string, part: string) => boolean;

const matching = (name: string, match: Match): Builtin =>
  native(name, `${name}(*args)`, (_rt, self, args) => {
    const [prefix, start, end] = searchArguments(name, args as Tuple);
    const { text, from, to, inside } = rangeOf(self, start, end);
    const stretch = text.slice(from, to);
    const matches = (part: string): boolean => inside && match(stretch, part);
    if (prefix instanceof Tuple) return prefix.items.some((item) => matches(partOf(name, item)));
    return matches(
      stringArgument(prefix, (type) => `${name} first arg must be str or a tuple of str, not ${type}`),
    );
  });

function partOf(name: string, item: Value): string {
  return stringArgument(item, (type) => `tuple for ${name} must only contain str, not ${type}`);
}

export const searchMethods: readonly Builtin[] = [
  finding('find', find),
  finding('rfind', findLast),
  indexing('index', find),
  indexing('rindex', findLast),
  finding('count', ({ text, from, to, inside }, needle) =>
    inside ? occurrences(text.slice(from, to), needle, -1).length : 0,
  ),
  matching('startswith', (text, part) => text.startsWith(part)),
  matching('endswith', (text, part) => text.endsWith(part)),
];
