/** What a token buffer holds at one moment. Nothing of it changes afterwards. */

/** Where ids come from. A rewrite is a history that somebody rendered anew; it replaces all that was there. */
export type TurnKind = 'prompt' | 'sampled' | 'delta' | 'rewrite';

export interface BufferTurn {
  readonly kind: TurnKind;
  /** Range of ids, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Whether a sampled turn ends at its stop token; null for every other kind. */
  readonly stopped: boolean | null;
}

/** Ids at a seam that had to become others. */
export interface SeamRepair {
  /** Index of the first id that was replaced, in the ids as they were then. */
  readonly at: number;
  readonly removed: readonly number[];
  readonly inserted: readonly number[];
  /** How many of the removed ids the model had sampled: as many lost their place in the loss. */
  readonly sampled: number;
}

/** From here on the sample goes on behind another history: what stood before is context, not loss. */
export interface Freeze {
  /** Number of ids that are context: all that were there when the history had been rewritten. */
  readonly at: number;
  /** Ids that old and new history share from the start. */
  readonly shared: number;
  /** Positions that had counted in the loss and no longer do. */
  readonly lost: number;
  readonly reason: string;
}

export interface Snapshot {
  readonly ids: readonly number[];
  /** 1 where the loss counts: ids that the model sampled behind the history that stands here. */
  readonly mask: readonly (0 | 1)[];
  /** Of sampled ids that came with one; else null. */
  readonly logprobs: readonly (number | null)[];
  readonly turns: readonly BufferTurn[];
  readonly repairs: readonly SeamRepair[];
  readonly freezes: readonly Freeze[];
}

/** Positions at which the loss counts. */
export function lossPositions({ mask }: Pick<Snapshot, 'mask'>): number[] {
  return mask.flatMap((counts, position) => (counts === 1 ? [position] : []));
}
