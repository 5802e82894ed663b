/** What every component of a panel may reach: its host, its kept state, the screen reader. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Span } from '../../../protocol/certification.ts';
import type { Host } from '../vscode.ts';
import type { PanelState } from './panelState.ts';

export interface Panel {
  readonly host: Host;
  readonly state: PanelState;
  keep(change: Partial<PanelState>): void;
  /** Says it to a screen reader. */
  announce(text: string): void;
  /** Where the cursor is in the template. */
  readonly cursor: Span | null;
}

export const PanelContext = createContext<Panel | null>(null);

/** Throws outside a panel: a mistake of this code, never of the data. */
export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (panel === null) throw new Error('usePanel is for components inside a panel.');
  return panel;
}
