import { utf8Bytes } from '../text/utf8.ts';
import type { Tokenizer } from '../types.ts';
import { concatIds, equalIds, sharedPrefix, sharedSuffix, sliceIds } from './ids.ts';

/**
 * What had to be done where sampled ids and delta meet. `plain`: the delta, encoded by itself, is appended.
 * `trimmed-to-stop`: what follows the last stop token is dropped and encoded again with the delta. `seam-repair`: ids
 * before the seam had to be replaced, although they were sampled.
 */
export type JunctionRule = 'plain' | 'trimmed-to-stop' | 'seam-repair';

export interface Junction {
  readonly rule: JunctionRule;
  /** How many of the sampled ids stay. */
  readonly kept: number;
  /** Sampled ids that do not stay. */
  readonly removed: Int32Array;
  /** Ids that follow the kept ones: for the removed text and the delta. */
  readonly appended: Int32Array;
}

/**
 * Appends a delta to sampled ids so that the ids around the seam are those of the joined text. Ids before the seam
 * stay as they were sampled, canonical or not.
 */
export function joinDelta(
  tokenizer: Tokenizer,
  sampled: ArrayLike<number>,
  stopIds: readonly number[],
  delta: string,
): Junction {
  const anchor = lastAddedToken(tokenizer, sampled);
  const tail = textAfter(tokenizer, sampled, anchor.index);
  const alone = encodeAfter(tokenizer, anchor.content, tail);
  const joined = encodeAfter(tokenizer, anchor.content, tail + delta);
  const deltaIds = tail === '' ? joined.ids : tokenizer.encode(delta).ids;
  if (equalIds(joined.ids, concatIds(alone.ids, deltaIds)))
    return keeping(sampled, sampled.length, deltaIds, 'plain');
  const stop = lastIndexOfAny(sampled, stopIds);
  if (stop === anchor.index && stop >= 0) return keeping(sampled, stop + 1, joined.ids, 'trimmed-to-stop');
  const unchanged = sharedPrefix(alone.ids, joined.ids);
  const seamStart = joined.starts[unchanged] ?? tail.length;
  const kept = borderBefore(tokenizer, sampled, anchor.index + 1, utf8Bytes(tail.slice(0, seamStart)).length);
  const rest = textAfter(tokenizer, sampled, kept - 1);
  const content = kept === anchor.index + 1 ? anchor.content : '';
  return keeping(sampled, kept, encodeAfter(tokenizer, content, rest + delta).ids, 'seam-repair');
}

export interface ConcatCheck {
  readonly rule: JunctionRule;
  /** Ids at `at` that the parts have and the whole lacks, and the other way round; empty unless the rule is a repair. */
  readonly at: number;
  readonly removed: Int32Array;
  readonly inserted: Int32Array;
}

/**
 * The rule by which the ids of a prefix and of the delta after it make the ids of the whole text. Throws RangeError if
 * the whole does not begin with the prefix.
 */
export function concatRule(
  tokenizer: Tokenizer,
  prefix: string,
  whole: string,
  stopIds: readonly number[],
): ConcatCheck {
  if (!whole.startsWith(prefix)) throw new RangeError('The whole text does not begin with the prefix.');
  const prefixIds = tokenizer.encode(prefix).ids;
  const wholeIds = tokenizer.encode(whole).ids;
  const deltaIds = tokenizer.encode(whole.slice(prefix.length)).ids;
  const parts = concatIds(prefixIds, deltaIds);
  const nothing = new Int32Array(0);
  if (equalIds(parts, wholeIds))
    return { rule: 'plain', at: prefixIds.length, removed: nothing, inserted: nothing };
  const stop = lastIndexOfAny(prefixIds, stopIds);
  if (stop >= 0 && sharedPrefix(prefixIds, wholeIds) > stop) {
    const tail = textAfter(tokenizer, prefixIds, stop);
    const rest = tokenizer.encode(tail + whole.slice(prefix.length)).ids;
    if (equalIds(concatIds(sliceIds(prefixIds, 0, stop + 1), rest), wholeIds)) {
      return { rule: 'trimmed-to-stop', at: stop + 1, removed: nothing, inserted: nothing };
    }
  }
  const at = sharedPrefix(parts, wholeIds);
  const after = sharedSuffix(parts, wholeIds, at);
  return {
    rule: 'seam-repair',
    at,
    removed: sliceIds(parts, at, parts.length - after),
    inserted: sliceIds(wholeIds, at, wholeIds.length - after),
  };
}

/** Ids that change where two texts meet. */
export interface Seam {
  /** Ids of the first text and of the second, encoded apart, that the whole lacks; and what it has in their place. */
  readonly removedBefore: Int32Array;
  readonly removedAfter: Int32Array;
  readonly inserted: Int32Array;
}

/** What differs between two texts encoded apart and together; null where nothing does. */
export function seamBetween(tokenizer: Tokenizer, first: string, second: string): Seam | null {
  const before = tokenizer.encode(first).ids;
  const parts = concatIds(before, tokenizer.encode(second).ids);
  const whole = tokenizer.encode(first + second).ids;
  if (equalIds(parts, whole)) return null;
  const from = sharedPrefix(parts, whole);
  const behind = sharedSuffix(parts, whole, from);
  const to = parts.length - behind;
  return {
    removedBefore: sliceIds(parts, from, Math.min(to, before.length)),
    removedAfter: sliceIds(parts, Math.max(from, before.length), to),
    inserted: sliceIds(whole, from, whole.length - behind),
  };
}

function keeping(
  sampled: ArrayLike<number>,
  kept: number,
  appended: Int32Array,
  rule: JunctionRule,
): Junction {
  return { rule, kept, removed: sliceIds(sampled, kept), appended };
}

/** No merge reaches over an added token: text after it can be looked at by itself. */
function lastAddedToken(tokenizer: Tokenizer, ids: ArrayLike<number>): { index: number; content: string } {
  const contents = contentsOf(tokenizer);
  for (let index = ids.length - 1; index >= 0; index--) {
    const content = contents.get(ids[index]!);
    if (content !== undefined) return { index, content };
  }
  return { index: -1, content: '' };
}

const knownContents = new WeakMap<Tokenizer, ReadonlyMap<number, string>>();

/** Of added tokens, by their ids. */
function contentsOf(tokenizer: Tokenizer): ReadonlyMap<number, string> {
  const known = knownContents.get(tokenizer);
  if (known !== undefined) return known;
  const contents = new Map(tokenizer.addedTokens.map(({ id, content }) => [id, content]));
  knownContents.set(tokenizer, contents);
  return contents;
}

/** The text of the ids after `index`, as it reads behind them. */
function textAfter(tokenizer: Tokenizer, ids: ArrayLike<number>, index: number): string {
  const before = index < 0 ? '' : tokenizer.decode([ids[index]!]);
  return tokenizer.decode(sliceIds(ids, Math.max(0, index))).slice(before.length);
}

/** Ids of `text` where it follows an added token, with their starts in `text`. */
function encodeAfter(
  tokenizer: Tokenizer,
  added: string,
  text: string,
): { readonly ids: Int32Array; readonly starts: Int32Array } {
  const { ids, starts } = tokenizer.encode(added + text);
  const skipped = added === '' ? 0 : 1;
  return { ids: ids.slice(skipped), starts: starts.slice(skipped).map((start) => start - added.length) };
}

/** The last border between ids, from `first` on, that lies no more than `bytes` bytes behind it. */
function borderBefore(tokenizer: Tokenizer, ids: ArrayLike<number>, first: number, bytes: number): number {
  let border = first;
  let spelled = 0;
  while (border < ids.length) {
    spelled += tokenizer.tokenBytes(ids[border]!)?.length ?? 0;
    if (spelled > bytes) break;
    border++;
  }
  return border;
}

function lastIndexOfAny(ids: ArrayLike<number>, wanted: readonly number[]): number {
  for (let index = ids.length - 1; index >= 0; index--) if (wanted.includes(ids[index]!)) return index;
  return -1;
}
