/** Where two renders part, or where the second goes on: a place in each lane, and words for it. */
import type { TokenCell, TokenDiffModel } from '../../../protocol/views.ts';
import { quoted } from './facts.ts';
import type { Seam } from './grid.ts';
import type { Lane, Place } from './lanes.ts';
import { brokenLevel, counted, keptOf } from './summary.ts';

export function seamOf(lanes: readonly Lane[], { stretches }: Pick<TokenDiffModel, 'stretches'>): Seam {
  const changed = stretches.findIndex(({ kind }) => kind === 'changed');
  if (changed === -1) return null;
  return lanes.map((lane) => {
    const at = lane.findIndex(({ stretch }) => stretch >= changed);
    return at === -1 ? lane.length : at;
  });
}

/** The first token that differs; where a lane only goes on, the one after the seam. Null where the renders end there. */
export function startOf(seam: readonly number[], lanes: readonly Lane[]): Place | null {
  const places = seam
    .map((position, lane) => ({ lane, position }))
    .filter(({ lane, position }) => position < (lanes[lane]?.length ?? 0));
  return places.find(({ lane, position }) => lanes[lane]?.[position]?.mark !== 'equal') ?? places[0] ?? null;
}

/** `Diverges here · token 9: "<think>" became "<tool_call>"` */
export function seamText(model: TokenDiffModel): string {
  const { divergence, before, after } = model;
  const kept = keptOf(model);
  if (divergence === null) return `Appended from here · ${counted(kept.appended, kept.unit)}`;
  const withIds = brokenLevel(model) === 'tokens';
  const was = named(before.tokens[divergence.before], withIds);
  const is = named(after.tokens[divergence.after], withIds);
  const index = kept.unit === 'token' ? divergence.before : kept.shared;
  return `Diverges here · ${kept.unit} ${index.toLocaleString('en')}: ${change(was, is)}`;
}

function change(was: string | null, is: string | null): string {
  if (was === null) return `${is ?? 'the end'} where the first render ends`;
  return is === null ? `${was} is gone, the second render ends` : `${was} became ${is}`;
}

function named(cell: TokenCell | undefined, withIds: boolean): string | null {
  if (cell === undefined) return null;
  const text = quoted(cell.text.length > 32 ? `${cell.text.slice(0, 32)}…` : cell.text);
  return withIds && cell.id >= 0 ? `${text} (${cell.id})` : text;
}
