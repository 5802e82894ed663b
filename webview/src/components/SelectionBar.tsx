import { useCopy } from '../hooks/useCopy.ts';
import type { TokenGridControl } from '../hooks/useTokenGrid.ts';
import { idsAsText, selectedTokens, textOf } from '../model/selection.ts';
import { counted, hasIds } from '../model/summary.ts';
import type { Written } from '../model/written.ts';

interface SelectionBarProps {
  readonly control: TokenGridControl;
  readonly written: Written;
}

/** Under the grid: what is selected and what the template's cursor line wrote. */
export function SelectionBar({ control, written }: SelectionBarProps) {
  const copy = useCopy();
  const { selection, grid } = control;
  const tokens = selection === null ? [] : selectedTokens(grid.lanes, selection);
  const cells = tokens.map(({ cell }) => cell);
  const { first } = written;
  if (cells.length === 0 && first === null) return null;
  return (
    <footer class="foot">
      {first !== null && (
        <span>
          {counted(written.count, 'token')} written at the template’s cursor{' '}
          <button type="button" class="link" onClick={() => control.scrollTo(first)}>
            Show
          </button>
        </span>
      )}
      {cells.length > 0 && (
        <span>
          {counted(cells.length, 'token')} selected{' '}
          {hasIds(cells) && (
            <button
              type="button"
              class="link"
              onClick={() => copy(idsAsText(cells), counted(cells.length, 'id'))}
            >
              Copy ids
            </button>
          )}{' '}
          <button type="button" class="link" onClick={() => copy(textOf(tokens), 'text')}>
            Copy text
          </button>
        </span>
      )}
    </footer>
  );
}
