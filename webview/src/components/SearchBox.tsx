import { useEffect, useRef } from 'preact/hooks';
import type { Search } from '../hooks/useSearch.ts';
import { IconButton } from './IconButton.tsx';

interface SearchBoxProps {
  readonly search: Search;
  onClose(): void;
}

export function SearchBox({ search, onClose }: SearchBoxProps) {
  const { query, ask, step } = search;
  const count = search.hits.places.length;
  /** From 1; 0: none yet. */
  const current = search.current + 1;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' || event.key === 'F3') step(event.shiftKey ? -1 : 1);
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
        onInput={(event) => ask(event.currentTarget.value)}
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
        onClick={() => step(-1)}
      />
      <IconButton
        icon="arrow-down"
        label="Next hit"
        keys="Enter"
        disabled={count === 0}
        onClick={() => step(1)}
      />
      <IconButton icon="close" label="Close search" keys="Esc" onClick={onClose} />
    </div>
  );
}
