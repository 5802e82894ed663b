/** Where a slot of text may end: the places of each edge, merged into the order in which they are tried. */
import { inOrder } from './edges.ts';
import type { Edge, Slot } from './format.ts';
import { blanksBefore, literalOf, type Match } from './literal.ts';
import type { Occurrences } from './occurrences.ts';

/** One way on from a slot: what follows, and where. */
export interface Way {
  readonly edge: Edge;
  readonly match: Match;
}

/**
 * Where to look for what follows: the text between, and where there is none but blanks, either every bracket (JSON
 * follows) or these blanks themselves (a line for each argument).
 */
export type Places = Occurrences | 'brackets' | 'blanks';

export function* placesOf(edge: Edge, text: string, from: number, places: Places): Generator<Way> {
  const { literal } = edge;
  const matches =
    places === 'brackets'
      ? brackets(literal.text, text, from)
      : places === 'blanks'
        ? blanks(literal.text, text, from)
        : places.behind(literal, from);
  for (const match of matches) yield { edge, match };
}

function* blanks(literal: string, text: string, from: number): Generator<Match> {
  if (literal === '') return;
  for (let at = text.indexOf(literal, from); at >= 0; at = text.indexOf(literal, at + 1))
    yield { start: at, end: at + literal.length, core: at };
}

function* brackets(blanks: string, text: string, from: number): Generator<Match> {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] !== '{' && text[at] !== '[') continue;
    yield { start: at - blanksBefore(blanks, text, from, at), end: at, core: at };
  }
}

/** The earliest first; of the same place, the longest text. */
export function* merged(places: readonly Generator<Way>[]): Generator<Way> {
  const heads = places.map((place) => ({ place, next: place.next() }));
  for (;;) {
    const waiting = heads.filter(({ next }) => next.done !== true);
    if (waiting.length === 0) return;
    const first = waiting.reduce((one, other) =>
      isBefore(other.next.value as Way, one.next.value as Way) ? other : one,
    );
    yield first.next.value as Way;
    first.next = first.place.next();
  }
}

function isBefore(one: Way, other: Way): boolean {
  if (one.match.core !== other.match.core) return one.match.core < other.match.core;
  return inOrder(one.edge, other.edge) < 0;
}

const nothing = literalOf('');

/** Content needs nothing behind it. */
export function toTheEnd(slot: Slot, text: string): Way {
  const end = text.length;
  return {
    edge: { from: slot.id, to: 'end', literal: nothing, announces: false },
    match: { start: end, end, core: end },
  };
}
