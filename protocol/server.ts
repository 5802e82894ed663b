/** Requests and notifications beyond LSP, between client and server. Names start with `chatTemplate/`. */
import type { TokenDiffModel, ToolDeltaModel } from './views.ts';
import type { Verdict } from './certification.ts';

/** Server to client, whenever something of it changes for a document. */
export interface StatusParams {
  readonly uri: string;
  readonly version: number;
  readonly busy: boolean;
  /** How the tokenizer was found; null where there is none. */
  readonly tokenizer: { readonly source: string; readonly vocabulary: number } | null;
  /** Why there is none, where one was asked for: an error with its path. */
  readonly tokenizerError: string | null;
  readonly verdicts: readonly { readonly property: string; readonly verdict: Verdict; readonly byDesign: boolean }[];
  /** One line for the status item: `FAIL append.tool`. */
  readonly summary: string;
}

export interface TokenDiffParams {
  readonly uri: string;
  /** Which comparison; absent: the first that fails, else the audit's dummy. */
  readonly choice?: string;
}
export type TokenDiffResult = TokenDiffModel;

export interface ToolDeltaParams {
  readonly uri: string;
  readonly toolResult?: string;
}
export type ToolDeltaResult = ToolDeltaModel;

