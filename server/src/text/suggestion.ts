/** What a person may have meant by a name that is not known. */

/** ` (did you mean "tokenizer"?)`, or nothing where no known name is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === null ? '' : ` (did you mean "${near}"?)`;
}

function nearest(name: string, known: readonly string[]): string | null {
  const farthest = Math.max(1, Math.floor(name.length / 3));
  const distances = known.map((one) => ({ one, distance: editDistance(plain(one), plain(name)) }));
  const [best] = distances.sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= farthest ? best.one : null;
}

/** Case, blanks, `_` and `-` are what people mix up. */
const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');

/** Number of single edits (insert, remove, replace) between two words. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1)
      next.push(
        Math.min(row[to]! + 1, next[to - 1]! + 1, row[to - 1]! + (one[at - 1] === other[to - 1] ? 0 : 1)),
      );
    row = next;
  }
  return row[other.length]!;
}
