/** Markers in scaffold: what looks like a control token. By their looks alone, whatever the family. */
const marker = /<[^<>\n]{1,60}>|\[\/?[A-Z][A-Z_]+\]|\[[a-z]~\[|\]~[!a-z]+\[|\]~[a-z]\]/gu;

export function markersIn(text: string): string[] {
  return text.match(marker) ?? [];
}

export const firstMarker = (text: string): string | null => markersIn(text)[0] ?? null;
export const lastMarker = (text: string): string | null => markersIn(text).at(-1) ?? null;

/** What a text ends in, from its last marker on. */
export function endOf(text: string): string {
  const shown = text.slice(-40);
  return shown.slice(Math.max(shown.lastIndexOf(lastMarker(shown) ?? ' '), 0));
}

/** How openers are spelt against their closers: `<x>` and `</x>`, `begin` and `end`, ... */
const pairs: readonly (readonly [closer: RegExp, opener: string])[] = [
  [/^(<\|?)\//, '$1'],
  [/^(\[)\//, '$1'],
  [/end/, 'begin'],
  [/end/, 'start'],
  [/END/, 'BEGIN'],
  [/END/, 'START'],
  [/suffix/, 'prefix'],
];

/** Whether the closer ends something that the text before it opened: a call inside a turn, not the turn. */
export function closesWithin(closer: string, before: string): boolean {
  return pairs.some(([end, start]) => {
    const opener = closer.replace(end, start);
    return opener !== closer && before.includes(opener.replace(/>$/, ''));
  });
}

/** The offset, or where the marker begins that it stands in. */
export function wholeMarkers(text: string, offset: number): number {
  const open = text.lastIndexOf('<', offset - 1);
  const marker = open < 0 ? undefined : markersIn(text.slice(open))[0];
  return marker !== undefined && text.startsWith(marker, open) && open + marker.length > offset
    ? open
    : offset;
}
