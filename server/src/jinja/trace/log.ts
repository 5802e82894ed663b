/**
 * What a traced render writes down: rows of small integers, one after another as things happen, and the values that
 * belong to them. Most rows are a single cell: which message and which decision a row belongs to follows from the
 * rows before it. Whoever looks pays for reading that (`reading.ts`).
 *
 * The first cell of a row is its code: the kind of the row and, for most, the place of the template that it is about.
 */
import type { Node, Span } from '../syntax/ast.ts';
import type { Value } from '../values/types.ts';
import type { Leaf, Provenance } from './provenance.ts';
import type { Decision } from './trace.ts';

/** An operand of the decision to come; it holds its value. */
export const READ = 0;
/** A decision was made, under the one in force, and is now in force itself. The code says whether it was taken. */
export const BRANCH = 1;
/** An iteration begins, a decision too. Cell: its index. */
export const ITERATION = 2;
/** An assignment; it holds the value. */
export const WRITE = 3;
/** Text of the template was written. */
export const TEXT = 4;
/** Something was printed; it holds the origin of the text. */
export const SHOWN = 5;
/** The body of a `generation` block was written; it holds the origin. */
export const GENERATED = 6;
/** The condition of a choice begins that may stand inside another condition: what is read from here on is its own. */
export const CHOICE = 7;
/** A buffer of its own begins. Cell: position behind its last row; 0 if it never ended. */
export const BUFFER = 8;
/** Cell: the decision in force from here on. */
export const UNDER = 9;
/** Cell: the message from here on. */
export const ABOUT = 10;

/** By kind. */
export const CELLS: readonly number[] = [1, 1, 2, 1, 1, 1, 1, 1, 2, 2, 2];
const HOLDING: readonly number[] = [READ, WRITE, SHOWN, GENERATED];
export const HOLDS: readonly boolean[] = CELLS.map((_, kind) => HOLDING.includes(kind));

/** What a place of the template is to the rows that point to it. */
export interface Places {
  readonly [READ]: Node;
  readonly [BRANCH]: Site;
  readonly [ITERATION]: Site;
  readonly [WRITE]: WriteSite;
  readonly [TEXT]: Leaf;
  readonly [SHOWN]: Span;
}
export type RowKind = keyof Places;
export type Mark = Places[RowKind];

/** The node of a decision and the span of what decided. */
export interface Site {
  readonly kind: Decision['kind'];
  readonly node: number;
  readonly span: Span;
}

/** The node of an assignment and what it assigns to. */
export interface WriteSite {
  readonly node: number;
  readonly span: Span;
  readonly name: string;
}

const KIND = 15;
/** Added to the code of a branch whose condition held. */
export const TAKEN = 16;
const MARK_SHIFT = 5;

export const codeOf = (kind: RowKind, mark: number) => (mark << MARK_SHIFT) | kind;
export const kindOf = (code: number) => code & KIND;
export const isTaken = (code: number) => (code & TAKEN) !== 0;
export const markOf = (code: number) => code >> MARK_SHIFT;

export type Held = Value | Provenance;

export interface Log {
  readonly cells: readonly number[];
  readonly held: readonly Held[];
  /** What the places in the codes of its rows are. */
  readonly marks: readonly Mark[];
}
