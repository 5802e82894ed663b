/**
 * Merges of a vocabulary that only says which tokens come first. Every way to put a token together of two others is a
 * merge; those of an earlier token come first, and of one token those of earlier parts.
 *
 * `order`: tokens, the earliest first. `rankOf`: of a token, null for a text that may not be merged from or to.
 */
export function splitMerges(
  order: Iterable<string>,
  rankOf: (text: string) => number | undefined,
): [string, string][] {
  const merges: [string, string][] = [];
  for (const token of order) {
    const ways: { left: number; right: number; at: number }[] = [];
    for (let at = 1; at < token.length; at++) {
      const left = rankOf(token.slice(0, at));
      const right = left === undefined ? undefined : rankOf(token.slice(at));
      if (left !== undefined && right !== undefined) ways.push({ left, right, at });
    }
    ways.sort((a, b) => a.left - b.left || a.right - b.right);
    for (const { at } of ways) merges.push([token.slice(0, at), token.slice(at)]);
  }
  return merges;
}
