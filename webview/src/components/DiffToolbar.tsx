import { usePanel } from '../app/panelContext.ts';
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
      <IconButton
        icon="whitespace"
        label="Draw whitespace"
        keys="w"
        pressed={state.whitespace}
        onClick={() => keep({ whitespace: !state.whitespace })}
      />
      {withIds && (
        <IconButton
          icon="symbol-numeric"
          label="Print ids under the tokens"
          keys="i"
          pressed={state.ids}
          onClick={() => keep({ ids: !state.ids })}
        />
      )}
      <IconButton
        icon="target"
        label="Follow the cursor in the template"
        pressed={state.follow}
        onClick={() => keep({ follow: !state.follow })}
      />
      <span class="toolbar-gap" />
      <IconButton icon="search" label="Find" keys="/" onClick={props.onSearch} />
      <IconButton icon="question" label="Keyboard" keys="?" onClick={props.onHelp} />
    </div>
  );
}
