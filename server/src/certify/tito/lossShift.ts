/** What becomes of the loss where ids are made anew from messages: a position that moved or is gone trains on another id. */
import { diffArrays } from 'diff';
import { lossPositions, type Snapshot } from '../../tito/index.ts';
import { sharedLength } from '../compare.ts';

export interface LossShift {
  /** Positions whose id stands where it was sampled. */
  readonly kept: number;
  /** The id is there, at another position. */
  readonly moved: readonly { readonly from: number; readonly to: number }[];
  /** The id is not there. */
  readonly lost: readonly number[];
}

/** `rendered`: ids of the same conversation, rendered from messages. */
export function lossShift(buffer: Pick<Snapshot, 'ids' | 'mask'>, rendered: ArrayLike<number>): LossShift {
  const positions = lossPositions(buffer);
  const shared = sharedLength(buffer.ids, rendered);
  const behind = positions.filter((position) => position >= shared);
  if (behind.length === 0) return { kept: positions.length, moved: [], lost: [] };
  const places = alignedFrom(shared, buffer.ids, rendered);
  const moved = behind.flatMap((from) => {
    const to = places.get(from);
    return to === undefined || to === from ? [] : [{ from, to }];
  });
  const lost = behind.filter((position) => !places.has(position));
  return { kept: positions.length - moved.length - lost.length, moved, lost };
}

/** Where each id behind `shared` stands among the others. */
function alignedFrom(
  shared: number,
  ids: readonly number[],
  rendered: ArrayLike<number>,
): Map<number, number> {
  const places = new Map<number, number>();
  let here = shared;
  let there = shared;
  for (const { count, added, removed } of diffArrays(ids.slice(shared), Array.from(rendered).slice(shared))) {
    if (!added && !removed)
      for (let offset = 0; offset < count; offset += 1) places.set(here + offset, there + offset);
    if (!added) here += count;
    if (!removed) there += count;
  }
  return places;
}
