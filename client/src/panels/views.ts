/** The panels there are: titles, and how each asks for its model. */
import type * as vscode from 'vscode';
import type { SampledText, ViewId, ViewModel, ViewState } from '../../../protocol/views.ts';
import type { LanguageServer } from '../languageServer.ts';
import { today } from '../today.ts';

export interface ViewKind {
  readonly title: string;
  ask(server: LanguageServer, state: ViewState, token: vscode.CancellationToken): Promise<ViewModel>;
}

export const VIEWS: Readonly<Record<ViewId, ViewKind>> = {
  'token-diff': {
    title: 'Token Diff',
    ask: (server, { templateUri: uri, choice }, token) =>
      server.ask('chatTemplate/tokenDiff', { uri, choice }, token),
  },
  'tool-delta': {
    title: 'Tool Response Delta',
    ask: (server, { templateUri: uri, toolResult }, token) =>
      server.ask('chatTemplate/toolDelta', { uri, toolResult }, token),
  },
  tokens: {
    title: 'Tokens',
    ask: (server, { templateUri: uri, choice }, token) =>
      server.ask('chatTemplate/tokens', { uri, choice }, token),
  },
  'round-trip': {
    title: 'Round-Trip Drift',
    ask: (server, { templateUri: uri, sampled }, token) =>
      server.ask('chatTemplate/roundTrip', { uri, sampled }, token),
  },
  certificate: {
    title: 'Certificate',
    ask: (server, { templateUri: uri }, token) =>
      server.ask('chatTemplate/certificate', { uri, date: today() }, token),
  },
};

/** What a panel kept over a reload; null where it kept nothing that can be used. */
export function viewStateFrom(value: unknown): ViewState | null {
  const { view, templateUri, choice, toolResult, sampled } = (value ?? {}) as Record<string, unknown>;
  if (typeof view !== 'string' || !Object.hasOwn(VIEWS, view) || typeof templateUri !== 'string') return null;
  return {
    view: view as ViewId,
    templateUri,
    ...(typeof choice === 'string' ? { choice } : {}),
    ...(typeof toolResult === 'string' ? { toolResult } : {}),
    ...(isSampled(sampled) ? { sampled } : {}),
  };
}

function isSampled(value: unknown): value is SampledText {
  const { form, text } = (value ?? {}) as Partial<Record<string, unknown>>;
  return (form === 'text' || form === 'ids') && typeof text === 'string';
}

/** VS Code's name for panels of a view; also in the manifest's activation events. */
export function panelType(view: ViewId): string {
  return `chatTemplate.${view}`;
}
