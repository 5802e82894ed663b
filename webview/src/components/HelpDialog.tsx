import { useEffect, useRef } from 'preact/hooks';
import { keyHelp, type HelpedView } from '../app/keys.ts';
import { IconButton } from './IconButton.tsx';

interface HelpDialogProps {
  readonly view: HelpedView;
  onClose(): void;
}

/** The keys of the view. The browser keeps the focus inside and closes it on Esc. */
export function HelpDialog({ view, onClose }: HelpDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="help" aria-label="Keyboard" onClose={onClose}>
      <div class="help-head">
        <h2>Keyboard</h2>
        <IconButton icon="close" label="Close" keys="Esc" onClick={() => dialog.current?.close()} />
      </div>
      <dl class="help-keys">
        {keyHelp
          .filter(({ only }) => only === undefined || only.includes(view))
          .map(({ keys, does }) => (
            <div key={keys} class="help-key">
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
      </dl>
      <p class="help-legend">
        <span class="token token-removed">removed</span> is underlined with dashes,{' '}
        <span class="token token-added">added</span> with a line,{' '}
        <span class="token token-special">special</span> tokens are rounded, and what the template writes at
        the cursor has a <span class="token token-equal token-written">dotted outline</span>.
      </p>
    </dialog>
  );
}
