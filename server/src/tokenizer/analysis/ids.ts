/** How many ids both sequences share from the start. */
export function sharedPrefix(first: ArrayLike<number>, second: ArrayLike<number>): number {
  const limit = Math.min(first.length, second.length);
  let shared = 0;
  while (shared < limit && first[shared] === second[shared]) shared++;
  return shared;
}

/** How many ids both share from the end, not counting the first `taken` of either. */
export function sharedSuffix(first: ArrayLike<number>, second: ArrayLike<number>, taken: number): number {
  const limit = Math.min(first.length, second.length) - taken;
  let shared = 0;
  while (shared < limit && first[first.length - 1 - shared] === second[second.length - 1 - shared]) shared++;
  return shared;
}

export function equalIds(first: ArrayLike<number>, second: ArrayLike<number>): boolean {
  return first.length === second.length && sharedPrefix(first, second) === first.length;
}

export function concatIds(...parts: readonly ArrayLike<number>[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function sliceIds(ids: ArrayLike<number>, from: number, to: number = ids.length): Int32Array {
  const slice = new Int32Array(Math.max(0, to - from));
  for (let at = 0; at < slice.length; at++) slice[at] = ids[from + at]!;
  return slice;
}
