/**
 * Where a string came from, as a rope: building one is O(1), it is flattened to runs only when someone looks.
 * Lengths and offsets are UTF-16 units.
 */
import type { InputPath } from '../values/types.ts';
import type { Span } from '../syntax/ast.ts';

export type Provenance = Leaf | Joined | Written | Shown | Sliced | Chosen | Generated;

/** A stretch with one origin: template text or literal (`site`), or an input value (`path`). */
export interface Leaf {
  readonly kind: 'leaf';
  readonly length: number;
  /** Template node that wrote it; null for an input leaf until it is emitted. */
  readonly site: Span | null;
  /** Input value it was made from. */
  readonly path: InputPath | null;
  /** Offset in that input string of the first unit, or -1 where the text is made from the value, not a copy of it (tojson, upper). */
  readonly offset: number;
}

export interface Joined {
  readonly kind: 'joined';
  readonly length: number;
  readonly parts: readonly Provenance[];
}

/** What statements wrote one after another. */
export interface Written {
  readonly kind: 'written';
  readonly length: number;
  /** Known once the render is over. */
  readonly parts: readonly Provenance[];
  /** Origins of its first parts: known at any time, without what is said of them. */
  firstOrigins(most: number): Provenance[];
}

/**
 * What one statement wrote. A `{{ }}` has its site: it gives that, its message and its decision to the leaves inside
 * that have none yet. Without a site it is text of the template, whose message and decision (where not -1) are its own.
 */
export interface Shown {
  readonly kind: 'shown';
  readonly length: number;
  readonly of: Provenance;
  readonly site: Span | null;
  readonly message: number;
  readonly decision: number;
}

export interface Sliced {
  readonly kind: 'sliced';
  readonly length: number;
  readonly of: Provenance;
  readonly start: number;
}

/** A value that a decision chose (a ternary, a `set` under an `if`); its site comes with printing. */
export interface Chosen {
  readonly kind: 'chosen';
  readonly length: number;
  readonly of: Provenance;
  readonly message: number;
  readonly decision: number;
}

/** The body of a `generation` block. */
export interface Generated {
  readonly kind: 'generated';
  readonly length: number;
  readonly of: Provenance;
}

/** A run of rendered text with one origin: what a rope flattens to. Runs of a render add up to its text. */
export interface Run {
  /** UTF-16 offsets in the rendered text, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly site: Span;
  /** The input value it shows or was made from; null for scaffold. */
  readonly path: InputPath | null;
  /** Offset inside that input string where the run is a verbatim copy, else -1. */
  readonly offset: number;
  /** Message it belongs to (index), or -1. */
  readonly message: number;
  /** Innermost decision it was written under (index in `Trace.decisions`), or -1. */
  readonly decision: number;
  /** Inside a `generation` block. */
  readonly generation: boolean;
}
