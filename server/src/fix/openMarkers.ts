/** Markers of a text that come in pairs (`<tool>`, `[CALLS]`, `<|calls_begin|>`) and stand there without the other half. */

const marker = /<[^<>\s]{1,60}>|\[\/?[A-Z][A-Z_]{1,40}\]/g;

/** How the closing form of a marker is spelt; the first that changes it counts. */
const closings: readonly (readonly [RegExp, string])[] = [
  [/begin/, 'end'],
  [/BEGIN/, 'END'],
  [/start/, 'end'],
  [/START/, 'END'],
  [/^([<[])(?!\/)/, '$1/'],
];

/** By opener, how many are open at the end of the text; below 0: closed more often than opened. */
export function openMarkers(text: string, pairs: ReadonlyMap<string, string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [found] of text.matchAll(marker)) counts.set(found, (counts.get(found) ?? 0) + 1);
  const of = (one: string) => counts.get(one) ?? 0;
  return new Map([...pairs].map(([opener, closer]) => [opener, of(opener) - of(closer)]));
}

/** Openers with their closers, of those that a template speaks of both. */
export function markerPairs(template: string): Map<string, string> {
  const spoken = new Set([...template.matchAll(marker)].map(([found]) => found));
  const pairs = new Map<string, string>();
  for (const opener of spoken) {
    const spelling = closings.find(([form]) => form.test(opener));
    const closer = spelling === undefined ? opener : opener.replace(spelling[0], spelling[1]);
    if (closer !== opener && spoken.has(closer)) pairs.set(opener, closer);
  }
  return pairs;
}
