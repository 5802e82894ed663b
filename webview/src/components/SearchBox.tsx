import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from './IconButton.tsx';

interface SearchBoxProps {
  readonly query: string;
  /** Hits there are, and which one is on show, from 1; 0: none yet. */
  readonly count: number;
  readonly current: number;
  onQuery(query: string): void;
  onStep(by: 1 | -1): void;
  onClose(): void;
}

export function SearchBox({ query, count, current, onQuery, onStep, onClose }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' || event.key === 'F3') onStep(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div class="search" role="search">
      <input
        ref={input}
        class={`field ${query !== '' && count === 0 ? 'field-nothing' : ''}`}
        type="text"
        placeholder="Text or token id"
        aria-label="Find text or a token id"
        spellcheck={false}
        value={query}
        onInput={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span class="search-count" aria-live="polite">
        {query === ''
          ? ''
          : count === 0
            ? 'No results'
            : current === 0
              ? `${count} found`
              : `${current} of ${count}`}
      </span>
      <IconButton
        icon="arrow-up"
        label="Previous hit"
        keys="Shift+Enter"
        disabled={count === 0}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon="arrow-down"
        label="Next hit"
        keys="Enter"
        disabled={count === 0}
        onClick={() => onStep(1)}
      />
      <IconButton icon="close" label="Close search" keys="Esc" onClick={onClose} />
    </div>
  );
}
