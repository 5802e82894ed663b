/** Reading and building Python dicts. */
import { hashKey, isOwnKey } from './hash.ts';
import { inputLeaf } from '../trace/build.ts';
import { Dict, InputPath, Str, type HashKey, type Value } from './types.ts';

/** The value under `key`; `undefined` where there is none. */
export function dictGet(dict: Dict, key: Value): Value | undefined {
  return dict.map.get(typeof key === 'string' && isOwnKey(key) ? key : hashKey(key));
}

export function dictHas(dict: Dict, key: Value): boolean {
  return dict.map.has(hashKey(key));
}

/** Sets in place (only on dicts under construction): an equal key keeps its first form and its place. */
export function dictSet(dict: Dict, key: Value, value: Value): void {
  const hash = hashKey(key);
  if (!isOwnKey(key) && !dict.map.has(hash)) (dict.keys ??= new Map()).set(hash, key);
  dict.map.set(hash, value);
}

export function dictOf(entries: Iterable<readonly [Value, Value]>): Dict {
  const dict = new Dict();
  for (const [key, value] of entries) dictSet(dict, key, value);
  return dict;
}

export function dictCopy(dict: Dict): Dict {
  const copy = new Dict();
  for (const [hash, value] of dict.map) copy.map.set(hash, value);
  if (dict.keys !== null) copy.keys = new Map(dict.keys);
  if (dict.origin === null) return copy;
  copy.keys ??= new Map<HashKey, Value>();
  for (const hash of dict.map.keys()) copy.keys.set(hash, originalKey(dict, hash));
  return copy;
}

/** The key that a hash key of this dict stands for; text may lack its origin. */
export function keyAlone(dict: Dict, hash: HashKey): Value {
  return dict.keys?.get(hash) ?? (hash as string | number | bigint | null);
}

/** The same; text of a dict of the input knows that it comes from there. */
export function originalKey(dict: Dict, hash: HashKey): Value {
  const key = dict.keys?.get(hash);
  if (key !== undefined) return key;
  if (dict.origin === null || typeof hash !== 'string') return hash as string | number | bigint | null;
  const known = new Str(hash, inputLeaf(hash.length, new InputPath(dict.origin, hash, true)));
  (dict.keys ??= new Map<HashKey, Value>()).set(hash, known);
  return known;
}

/** Keys in order of insertion. */
export function dictKeys(dict: Dict): Value[] {
  const keys: Value[] = [];
  for (const hash of dict.map.keys()) keys.push(originalKey(dict, hash));
  return keys;
}

export function dictEntries(dict: Dict): [Value, Value][] {
  const entries: [Value, Value][] = [];
  for (const [hash, value] of dict.map) entries.push([originalKey(dict, hash), value]);
  return entries;
}
