import { idsAsText, selectedTokens, textOf } from '../model/selection.ts';
import { counted, hasIds } from '../model/summary.ts';
import { useCopy } from './useCopy.ts';
import type { TokenGridControl } from './useTokenGrid.ts';

/** Copies the selection, or the whole lane that the keyboard is in. */
export function useCopyFromGrid({
  grid,
  selection,
  active,
}: TokenGridControl): (what: 'text' | 'ids') => void {
  const copy = useCopy();
  return (what) => {
    const whole = { lane: active.lane, anchor: 0, head: grid.lanes[active.lane]?.length ?? 0 };
    const tokens = selectedTokens(grid.lanes, selection ?? whole);
    const cells = tokens.map(({ cell }) => cell);
    if (what === 'ids' && hasIds(cells)) copy(idsAsText(cells), counted(cells.length, 'id'));
    else copy(textOf(tokens), 'text');
  };
}
