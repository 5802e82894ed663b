import { usePanel } from '../app/panelContext.ts';
import { CommonButtons } from './CommonButtons.tsx';
import { IconButton } from './IconButton.tsx';

interface TokensToolbarProps {
  readonly withIds: boolean;
  /** Holes and leaks there are to go to. */
  readonly hasFaults: boolean;
  onFault(move: 'nextDifference' | 'previousDifference'): void;
  onSearch(): void;
  onHelp(): void;
}

export function TokensToolbar({ withIds, hasFaults, onFault, onSearch, onHelp }: TokensToolbarProps) {
  const { state, keep } = usePanel();
  return (
    <div class="toolbar" role="group" aria-label="View">
      <IconButton
        icon="arrow-up"
        label="Previous hole or leak"
        keys="N"
        disabled={!hasFaults}
        onClick={() => onFault('previousDifference')}
      />
      <IconButton
        icon="arrow-down"
        label="Next hole or leak"
        keys="n"
        disabled={!hasFaults}
        onClick={() => onFault('nextDifference')}
      />
      <span class="toolbar-gap" />
      <IconButton
        icon="mortar-board"
        label="Mark what counts in the loss"
        keys="m"
        pressed={state.loss}
        onClick={() => keep({ loss: !state.loss })}
      />
      <CommonButtons withIds={withIds} onSearch={onSearch} onHelp={onHelp} />
    </div>
  );
}
