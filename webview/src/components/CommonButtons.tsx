import { usePanel } from '../app/panelContext.ts';
import { DrawingButtons } from './DrawingButtons.tsx';
import { IconButton } from './IconButton.tsx';

interface CommonButtonsProps {
  readonly withIds: boolean;
  onSearch(): void;
  onHelp(): void;
}

/** What every view of tokens with a search offers. */
export function CommonButtons({ withIds, onSearch, onHelp }: CommonButtonsProps) {
  const { state, keep } = usePanel();
  return (
    <>
      <DrawingButtons withIds={withIds} />
      <IconButton
        icon="target"
        label="Follow the cursor in the template"
        pressed={state.follow}
        onClick={() => keep({ follow: !state.follow })}
      />
      <span class="toolbar-gap" />
      <IconButton icon="search" label="Find" keys="/" onClick={onSearch} />
      <IconButton icon="question" label="Keyboard" keys="?" onClick={onHelp} />
    </>
  );
}
