/** What a panel keeps over a reload. Extends what the host's serializer reads. */
import type { ViewId, ViewModel, ViewState } from '../../../protocol/views.ts';

export type Mode = 'side-by-side' | 'inline';

export interface PanelState extends ViewState {
  readonly mode: Mode;
  readonly whitespace: boolean;
  /** Ids printed under the tokens. */
  readonly ids: boolean;
  /** Scroll to what the template's cursor line wrote. */
  readonly follow: boolean;
  readonly conversationOpen: boolean;
  /** Kept ids against rendering anew, step by step. */
  readonly stepsOpen: boolean;
  /** Marks what counts in the loss. */
  readonly loss: boolean;
  /** Folds what is equal, but for the stretches in `expanded`. */
  readonly fold: boolean;
  readonly expanded: readonly number[];
  /** Pixels; null until a person or the first divergence has scrolled. */
  readonly scrollTop: number | null;
}

const views: readonly ViewId[] = ['token-diff', 'tool-delta', 'tokens', 'round-trip', 'certificate'];

export function isViewId(name: unknown): name is ViewId {
  return views.some((view) => view === name);
}

/** What was saved, over the defaults; anything else that was stored is ignored. */
export function restoredState(view: ViewId, saved: unknown): PanelState {
  const defaults: PanelState = {
    view,
    templateUri: '',
    mode: 'side-by-side',
    whitespace: true,
    ids: false,
    follow: false,
    conversationOpen: false,
    stepsOpen: false,
    loss: true,
    fold: true,
    expanded: [],
    scrollTop: null,
  };
  if (typeof saved !== 'object' || saved === null) return defaults;
  const stored = saved as Partial<PanelState>;
  return stored.view === view
    ? { ...defaults, ...stored }
    : { ...defaults, templateUri: stored.templateUri ?? '' };
}

/** Where it was scrolled to and what was unfolded is of one comparison: another one starts afresh. */
export function ofModel(state: PanelState, model: ViewModel): PanelState {
  const { templateUri } = model;
  if (model.kind !== 'token-diff' && model.kind !== 'tokens') return { ...state, templateUri };
  const { choice } = model;
  const same = state.templateUri === templateUri && state.choice === choice;
  return same ? state : { ...state, templateUri, choice, expanded: [], scrollTop: null };
}
