import type { TokenCell } from '../../../protocol/views.ts';
import { useCopy } from '../hooks/useCopy.ts';
import { idsAsText } from '../model/selection.ts';
import { counted, hasIds } from '../model/summary.ts';
import { Icon } from './Icon.tsx';

interface CopyButtonsProps {
  readonly text: string;
  readonly cells: readonly TokenCell[];
  /** `of the first render` */
  readonly of: string;
}

export function CopyButtons({ text, cells, of }: CopyButtonsProps) {
  const copy = useCopy();
  const button = (what: string, act: () => void) => (
    <button
      type="button"
      class="copy-button"
      title={`Copy ${what} ${of}`}
      aria-label={`Copy ${what} ${of}`}
      onClick={act}
    >
      <Icon name="copy" /> {what}
    </button>
  );
  return (
    <span class="copy-buttons">
      {hasIds(cells) && button('ids', () => copy(idsAsText(cells), counted(cells.length, 'id')))}
      {button('text', () => copy(text, 'text'))}
    </span>
  );
}
