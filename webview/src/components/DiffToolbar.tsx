import { usePanel } from '../app/panelContext.ts';
import { CommonButtons } from './CommonButtons.tsx';
import { IconButton } from './IconButton.tsx';

interface DiffToolbarProps {
  /** Too narrow for two panes: inline whatever was chosen. */
  readonly narrow: boolean;
  readonly withIds: boolean;
  readonly canJump: boolean;
  onMode(): void;
  onDifference(move: 'nextDifference' | 'previousDifference'): void;
  onSearch(): void;
  onHelp(): void;
}

export function DiffToolbar(props: DiffToolbarProps) {
  const { state, keep } = usePanel();
  const { narrow, withIds, canJump } = props;
  return (
    <div class="toolbar" role="group" aria-label="View">
      <IconButton
        icon="arrow-up"
        label="Previous difference"
        keys="N"
        disabled={!canJump}
        onClick={() => props.onDifference('previousDifference')}
      />
      <IconButton
        icon="arrow-down"
        label="Next difference"
        keys="n"
        disabled={!canJump}
        onClick={() => props.onDifference('nextDifference')}
      />
      <span class="toolbar-gap" />
      <IconButton
        icon="split-horizontal"
        label={narrow ? 'Side by side (where there is room)' : 'Side by side'}
        keys="u"
        pressed={state.mode === 'side-by-side'}
        onClick={props.onMode}
      />
      <IconButton
        icon="fold"
        label="Fold what is equal"
        keys="e"
        pressed={state.fold}
        onClick={() => keep({ fold: !state.fold, expanded: [] })}
      />
      <CommonButtons withIds={withIds} onSearch={props.onSearch} onHelp={props.onHelp} />
    </div>
  );
}
