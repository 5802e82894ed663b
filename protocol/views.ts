/** What panels show and the messages between a panel and its host. Types only. */
import type { Json, Message, RenderRequest } from './conversation.ts';
import type { Certificate } from './certificate.ts';
import type { Level, Severity, Span, Verdict } from './certification.ts';

export type ViewId = 'token-diff' | 'tool-delta' | 'tokens' | 'round-trip' | 'certificate';

/** One token of a render as a person sees it. */
export interface TokenCell {
  /** -1 where no tokenizer is there: then one cell is a run of text. */
  readonly id: number;
  /** Range in the rendered text, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Added token (special or not). */
  readonly special: boolean;
  /** Bytes, hex, where the token is part of a character; else null. */
  readonly bytes: string | null;
  /** Template span that wrote its first character. */
  readonly site: Span | null;
  /** Line of the template, from 1, where `site` starts; absent where there is none. */
  readonly line?: number;
  /** `messages[1].content` where it shows input. */
  readonly path: string | null;
  readonly message: number;
  readonly generation: boolean;
}

export interface RenderView {
  readonly title: string;
  readonly request: RenderRequest;
  readonly text: string;
  readonly tokens: readonly TokenCell[];
}

/** A stretch of the token-by-token diff: indices into both renders' tokens, end exclusive. */
export interface DiffStretch {
  readonly kind: 'equal' | 'changed';
  readonly before: Span;
  readonly after: Span;
}

export interface TokenDiffModel {
  readonly kind: 'token-diff';
  readonly templateUri: string;
  readonly templateName: string;
  readonly tokenizer: string | null;
  /** What was compared: ids where there is a tokenizer, else text. */
  readonly level: Level;
  /** `append.tool` */
  readonly property: string;
  readonly title: string;
  readonly explanation: string;
  /** Whether `before` is a prefix of `after`, as it should be. */
  readonly preserved: boolean;
  readonly before: RenderView;
  readonly after: RenderView;
  readonly stretches: readonly DiffStretch[];
  /** Index of the first token that differs, in each; null when preserved. */
  readonly divergence: { readonly before: number; readonly after: number } | null;
  /** Other comparisons that can be chosen: id, label, and the verdict where it is known. */
  readonly choices: readonly { readonly id: string; readonly label: string; readonly verdict?: Verdict }[];
  readonly choice: string;
}

export interface ToolDeltaModel {
  readonly kind: 'tool-delta';
  readonly templateUri: string;
  readonly templateName: string;
  readonly tokenizer: string | null;
  readonly toolResult: string;
  readonly toolName: string;
  readonly outcome:
    | {
        readonly ok: true;
        /** What the tool message adds to the render: the second render without the first. */
        readonly text: string;
        /** Ids to append after sampled ids that end at the stop token: of `junction.tail` and `text` together. Empty without a tokenizer. */
        readonly ids: readonly number[];
        /** Cells of `junction.tail` and `text` together; offsets count from the start of the tail. */
        readonly tokens: readonly TokenCell[];
        /** What had to be done where sampled ids and delta meet: `tail` is what the template writes after the stop token. */
        readonly junction: {
          readonly rule: 'plain' | 'trimmed-to-stop';
          readonly explanation: string;
          readonly tail: string;
        };
      }
    | { readonly ok: false; readonly reason: string; readonly span: Span | null };
}

/**
 * What training makes of a token. `trained`: sampled, and inside a generation block. `sampled`: the same where the
 * template has no such blocks. `hole`: sampled, outside every block. `leak`: inside a block, never sampled.
 * `context`: neither.
 */
export type LossMark = 'trained' | 'sampled' | 'hole' | 'leak' | 'context';

/** Tokens of one message; `message` -1: of none, such as tool definitions and the generation prompt. */
export interface MessageTokens {
  readonly message: number;
  readonly role: string | null;
  /** Range of tokens, end exclusive: messages follow each other, what belongs to none may stand between. */
  readonly start: number;
  readonly end: number;
  /** Of these, written by the template itself. */
  readonly scaffold: number;
  /** Of these, sampled by the model. */
  readonly sampled: number;
}

/** One step of the conversation, run with kept ids and compared with rendering the messages anew. */
export interface KeptIdsStep {
  /** `sampled`: a turn. `delta`, `difference`: messages behind it. `rewrite`: messages that change what stood before. */
  readonly kind: 'sampled' | 'delta' | 'difference' | 'rewrite';
  /** `messages[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** Ids kept so far, and ids of the render. */
  readonly kept: number;
  readonly rendered: number;
  /** First position at which they differ; null where they are the same. */
  readonly parts: number | null;
  /** Loss positions that rendering anew leaves where they are, moves, and loses. */
  readonly loss: { readonly kept: number; readonly moved: number; readonly lost: number };
}

export interface TokensModel {
  readonly kind: 'tokens';
  readonly templateUri: string;
  readonly templateName: string;
  readonly tokenizer: string | null;
  readonly title: string;
  readonly render: RenderView;
  /** One per token. */
  readonly loss: readonly LossMark[];
  /** Whether the template has generation blocks: without them nothing says what is trained on. */
  readonly hasBlocks: boolean;
  readonly messages: readonly MessageTokens[];
  /** Token-In, Token-Out against rendering anew; null without a tokenizer, or where nothing is sampled. */
  readonly keptIds: {
    readonly steps: readonly KeptIdsStep[];
    /** Why it ends early; null where it does not. */
    readonly ended: string | null;
  } | null;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  readonly choice: string;
}

/** A turn as a model sampled it: its text, or its ids with blanks or commas between. */
export interface SampledText {
  readonly form: 'text' | 'ids';
  readonly text: string;
}

export interface RoundTripModel {
  readonly kind: 'round-trip';
  readonly templateUri: string;
  readonly templateName: string;
  readonly tokenizer: string | null;
  /** What the rest of the model speaks of. */
  readonly sampled: SampledText;
  /** Turns to start from: the template's own, and each of them as models write it a little otherwise. */
  readonly offers: readonly { readonly id: string; readonly label: string; readonly sampled: SampledText }[];
  readonly outcome:
    | {
        readonly ok: true;
        /** What comes back: the same ids (or text), other ids for the same text, other text; or the turn was not all read. */
        readonly result: 'same' | 'tokens' | 'text' | 'unread';
        /** What was not read and why, `at` counted in the sampled text; null where all was. */
        readonly malformed: { readonly at: number; readonly message: string } | null;
        readonly message: Message;
        /** The turn as sampled, and as rendered from the message: without the prompt before it. */
        readonly diff: TokenDiffModel;
      }
    | { readonly ok: false; readonly reason: string };
}

export interface CertificateModel {
  readonly kind: 'certificate';
  readonly templateUri: string;
  readonly templateName: string;
  readonly certificate: Certificate;
  readonly findings: readonly {
    readonly code: string;
    readonly severity: Severity;
    readonly message: string;
    readonly span: Span;
    /** Of the template, from 1. */
    readonly line: number;
  }[];
  /** By property that two renders show to fail: the comparison of the token diff that shows it. */
  readonly comparisons: Readonly<Record<string, string>>;
}

export type ViewModel = TokenDiffModel | ToolDeltaModel | TokensModel | RoundTripModel | CertificateModel;

/** Host to panel. */
export type ToView =
  | { readonly type: 'show'; readonly model: ViewModel }
  | { readonly type: 'busy'; readonly busy: boolean }
  | { readonly type: 'error'; readonly message: string }
  /** The cursor moved in the template: mark the tokens written there. */
  | { readonly type: 'cursor'; readonly span: Span };

/** Panel to host. */
export type FromView =
  | { readonly type: 'ready' }
  | { readonly type: 'reveal'; readonly span: Span }
  | { readonly type: 'choose'; readonly choice: string }
  | { readonly type: 'toolResult'; readonly text: string }
  | { readonly type: 'sampled'; readonly sampled: SampledText }
  /** Opens the token diff with this comparison. */
  | { readonly type: 'compare'; readonly choice: string }
  | { readonly type: 'saveCertificate' }
  | { readonly type: 'copy'; readonly text: string; readonly what: string };

/** Kept by the panel over reload (`vscode.setState`) and given back by the host's serializer. */
export interface ViewState {
  readonly view: ViewId;
  readonly templateUri: string;
  readonly choice?: string;
  readonly toolResult?: string;
  readonly sampled?: SampledText;
}

export type { Json };
