import { usePanel } from '../app/panelContext.ts';
import { IconButton } from './IconButton.tsx';

/** How tokens are drawn: the same choice in every panel. */
export function DrawingButtons({ withIds }: { readonly withIds: boolean }) {
  const { state, keep } = usePanel();
  return (
    <>
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
    </>
  );
}
