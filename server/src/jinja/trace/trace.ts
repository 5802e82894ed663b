/** What a traced render records besides text. */
import type { Span } from '../syntax/ast.ts';
import type { Value } from '../values/types.ts';
import type { Run } from './provenance.ts';

/**
 * One choice the template made: an `if` / `elif` condition, a ternary, a loop filter, `and` / `or` used for its
 * value, or one iteration of a loop (so that what is written in it hangs below it).
 */
export interface Decision {
  readonly kind: 'condition' | 'conditional' | 'loop-filter' | 'logical' | 'iteration';
  /** Id of the syntax node (`Node.id`): Branch, Conditional, For, Logical, For. */
  readonly node: number;
  /** Span of what decided: the condition itself; for an iteration, the opening tag of the loop. */
  readonly span: Span;
  /** True or false; for an iteration its index from 0; for `logical`, whether the right operand was taken. */
  readonly outcome: boolean | number;
  /** Message the template was deciding for (index), or -1. */
  readonly message: number;
  /** The decision it was made under (index in the same array), or -1. */
  readonly parent: number;
}

/** One assignment by `set` (plain or to a namespace): the raw material of "who computed this". */
export interface Write {
  readonly node: number;
  readonly span: Span;
  /** `x` or `ns.x`. */
  readonly name: string;
  readonly value: Value;
  readonly message: number;
  readonly decision: number;
}

/** A value read while a condition was decided: which operand (node id) had which value. */
export interface Read {
  /** Index of the decision that it helped to decide. */
  readonly decision: number;
  readonly node: number;
  readonly span: Span;
  readonly value: Value;
}

export interface Trace {
  readonly decisions: readonly Decision[];
  readonly writes: readonly Write[];
  readonly reads: readonly Read[];
  /** Flattened on first call, then kept. Adjacent runs of one origin are joined. */
  runs(): readonly Run[];
  /** `generation` spans in the text: UTF-16 offsets. */
  generation(): readonly Span[];
}
