/** The keyboard: one table that both acts and is shown as help. */
import type { Move } from '../model/navigate.ts';

interface GridKey {
  readonly move: Move;
  readonly matches: (event: KeyboardEvent) => boolean;
}

const key =
  (name: string, control = false) =>
  (event: KeyboardEvent) =>
    event.key === name && (event.ctrlKey || event.metaKey) === control && !event.altKey;

const gridKeys: readonly GridKey[] = [
  { move: 'next', matches: key('ArrowRight') },
  { move: 'previous', matches: key('ArrowLeft') },
  { move: 'down', matches: key('ArrowDown') },
  { move: 'up', matches: key('ArrowUp') },
  { move: 'rowStart', matches: key('Home') },
  { move: 'rowEnd', matches: key('End') },
  { move: 'start', matches: key('Home', true) },
  { move: 'end', matches: key('End', true) },
  { move: 'nextDifference', matches: key('n') },
  { move: 'previousDifference', matches: key('N') },
  { move: 'otherSide', matches: key('s') },
];

export function gridMoveOf(event: KeyboardEvent): Move | null {
  return gridKeys.find(({ matches }) => matches(event))?.move ?? null;
}

/** Commands of a view, by the key that gives them anywhere outside a field. */
export type ViewCommand = 'search' | 'whitespace' | 'ids' | 'mode' | 'fold' | 'divergence' | 'loss' | 'help';

const viewKeys: Readonly<Record<string, ViewCommand>> = {
  '/': 'search',
  w: 'whitespace',
  i: 'ids',
  u: 'mode',
  e: 'fold',
  d: 'divergence',
  m: 'loss',
  '?': 'help',
};

export function viewCommandOf(event: KeyboardEvent): ViewCommand | null {
  const control = event.ctrlKey || event.metaKey;
  if (control && event.key.toLowerCase() === 'f') return 'search';
  const typing = event.target instanceof Element && event.target.matches('input, textarea, select');
  return control || event.altKey || typing ? null : (viewKeys[event.key] ?? null);
}

export interface KeyHelp {
  readonly keys: string;
  readonly does: string;
  /** Only in these views; in all of them where it is absent. */
  readonly only?: readonly HelpedView[];
}

/** Views whose keys differ. */
export type HelpedView = 'diff' | 'tokens' | 'delta' | 'trip';

export const keyHelp: readonly KeyHelp[] = [
  { keys: '← → ↑ ↓', does: 'Go from token to token' },
  { keys: 'Home / End', does: 'First or last token of the row; with Ctrl of the render' },
  { keys: 'Shift + any of these', does: 'Select tokens' },
  { keys: 'n / N', does: 'Next or previous difference', only: ['diff', 'trip'] },
  { keys: 'n / N', does: 'Next or previous hole or leak of the loss mask', only: ['tokens'] },
  { keys: 'd', does: 'Go to where the renders part', only: ['diff', 'trip'] },
  { keys: 's', does: 'Go to the other render', only: ['diff', 'trip'] },
  { keys: 'Enter', does: 'Show the template code that wrote the token' },
  { keys: 'c / Ctrl+C', does: 'Copy ids or text: of the selection, else of the render' },
  { keys: 'Ctrl+A', does: 'Select the whole render' },
  { keys: '/ or Ctrl+F', does: 'Find text or a token id', only: ['diff', 'tokens'] },
  { keys: 'u', does: 'Side by side or inline', only: ['diff', 'trip'] },
  { keys: 'e', does: 'Fold or unfold what is equal', only: ['diff'] },
  { keys: 'm', does: 'Mark what counts in the loss', only: ['tokens'] },
  { keys: 'w', does: 'Draw whitespace' },
  { keys: 'i', does: 'Print ids under the tokens' },
  { keys: 'Esc', does: 'Close what is open, drop the selection' },
];
