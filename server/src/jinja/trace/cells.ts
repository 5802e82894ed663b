/**
 * What a traced render writes down, as rows of small integers: columns cost a store each, objects are made when
 * someone looks. Places of the template are indices of `Mark`s, which its compiled code lists.
 */
import type { Node, Span } from '../syntax/ast.ts';
import type { Decision } from './trace.ts';

/** A place that records point to. */
export type Mark = Site | WriteSite | Node | Span;

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

/** Site, outcome (0, 1 or the index of an iteration), message, parent, number of reads before and after its condition. */
export const DECISION_CELLS = 6;
/** Site, message, decision. */
export const WRITE_CELLS = 3;
/** Span of the site (or -1), message, decision. */
export const PIECE_CELLS = 3;

/** Rows under construction, in an array that is used again: it seldom has to grow. */
export class Cells {
  /** Holds small integers only, without holes. */
  readonly cells: number[] = new Array<number>(1024).fill(0);
  used = 0;

  /** A copy of the rows from `start` on. */
  from(start: number): number[] {
    return this.cells.slice(start, this.used);
  }
}
