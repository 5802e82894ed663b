/** Finds tokens by id or by text, also where the text runs over several of them. */
import type { Lane, Place } from './lanes.ts';
import { textAfter } from './selection.ts';

export interface Hits {
  /** Per lane and position, 1 where the token is part of a hit. */
  readonly marks: readonly Uint8Array[];
  /** First token of each hit, an equal token once, in reading order. */
  readonly places: readonly Place[];
}

export const noHits: Hits = { marks: [], places: [] };

/** Ignores case unless the query has a capital. A number also finds the token with that id. */
export function hitsOf(lanes: readonly Lane[], query: string): Hits {
  if (query === '') return noHits;
  const places: Place[] = [];
  const marks = lanes.map((tokens, lane) => {
    const marked = new Uint8Array(tokens.length);
    for (const [first, last] of rangesIn(tokens, query)) {
      marked.fill(1, first, last + 1);
      const token = tokens[first];
      const shownBefore = lane > 0 && token?.mark === 'equal';
      if (!shownBefore) places.push({ lane, position: first });
    }
    return marked;
  });
  return {
    marks,
    places: places.sort(
      (a, b) => stretchOf(lanes, a) - stretchOf(lanes, b) || a.lane - b.lane || a.position - b.position,
    ),
  };
}

function stretchOf(lanes: readonly Lane[], { lane, position }: Place): number {
  return lanes[lane]?.[position]?.stretch ?? 0;
}

function rangesIn(tokens: Lane, query: string): [number, number][] {
  const byId = /^\d+$/.test(query) ? positionsWithId(tokens, Number(query)) : [];
  const byText = textRanges(tokens, query);
  return [...byId.map((at): [number, number] => [at, at]), ...byText].sort(([a], [b]) => a - b);
}

function positionsWithId(tokens: Lane, id: number): number[] {
  return tokens.flatMap(({ cell }, position) => (cell.id === id ? [position] : []));
}

function textRanges(tokens: Lane, query: string): [number, number][] {
  const { text, starts } = joined(tokens);
  const anyCase = query === query.toLowerCase() && text.toLowerCase().length === text.length;
  const haystack = anyCase ? text.toLowerCase() : text;
  const ranges: [number, number][] = [];
  for (let at = haystack.indexOf(query); at !== -1; at = haystack.indexOf(query, at + query.length))
    ranges.push([firstFrom(tokens, starts, at), tokenFrom(starts, at + query.length - 1)]);
  return ranges;
}

/** The lane's text and where each token starts in it. */
function joined(tokens: Lane): { text: string; starts: number[] } {
  const parts: string[] = [];
  const starts: number[] = [];
  let length = 0;
  tokens.forEach((token, position) => {
    const added = textAfter(tokens[position - 1], token);
    // What is left of its character was counted with the token before.
    starts.push(length + added.length - token.cell.text.length);
    parts.push(added);
    length += added.length;
  });
  return { text: parts.join(''), starts };
}

/** The first of the tokens that cover a unit: several do where they are bytes of one character. */
function firstFrom(tokens: Lane, starts: readonly number[], unit: number): number {
  let first = tokenFrom(starts, unit);
  const covers = (at: number) => (starts[at] ?? 0) + (tokens[at]?.cell.text.length ?? 0) > unit;
  while (first > 0 && covers(first - 1)) first--;
  return first;
}

/** The last of them. */
function tokenFrom(starts: readonly number[], unit: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= unit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
