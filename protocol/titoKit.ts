/** What a trainer needs of a template to append to sampled ids, as a file. Types only; `schemas/` publishes the same. */
import type { Conversation, Json, Message } from './conversation.ts';

/** A text and what it is encoded to behind a stop token. */
export interface Encoded {
  readonly text: string;
  readonly ids: readonly number[];
}

/** How a field is written. `trimmed`: as Python's `str.strip`; `json`: as `json.dumps` with `ensure_ascii=False`. */
export type Spelling = 'verbatim' | 'trimmed' | 'json';

export type AppendPart =
  { readonly text: string } | { readonly field: 'content' | 'name' | 'tool_call_id'; readonly as: Spelling };

/** What new messages add behind a finished turn: tail, open, the items with separators between them, close. */
export interface AppendRule {
  /** `plain`: the turn ends at its stop token. `trimmed-to-stop`: the tail stands behind it and goes first. */
  readonly rule: 'plain' | 'trimmed-to-stop';
  /** What the template writes behind the stop token: the model never samples it. */
  readonly tail: string;
  readonly open: string;
  /** One message. */
  readonly item: readonly AppendPart[];
  /** Between two messages; null where only one may be appended at a time. */
  readonly separator: string | null;
  /** Behind the last message, through the generation prompt. */
  readonly close: string;
}

/** A message that was appended, with what the rule reads of it. */
export type Appended = Readonly<Record<string, string>>;

export type KitStep =
  | { readonly kind: 'sampled'; readonly ids: readonly number[] }
  | { readonly kind: 'tool' | 'user'; readonly messages: readonly Appended[]; readonly append: Encoded };

/** A conversation of the suite, run step by step: what tests of the kit replay. */
export interface KitRollout {
  readonly trajectory: string;
  readonly prompt: readonly number[];
  readonly steps: readonly KitStep[];
  /** Ids as they are kept. */
  readonly ids: readonly number[];
  /**
   * First position at which the ids of the whole render are others: a sampled turn begins with what merges with its
   * prompt. Null: they are the same.
   */
  readonly parts: number | null;
  /** 1 where the loss counts. */
  readonly mask: readonly (0 | 1)[];
}

export interface TitoKit {
  /** Version of this format. */
  readonly format: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly template: { readonly name: string; readonly sha256: string };
  readonly tokenizer: { readonly source: string; readonly sha256: string };
  /** Variables that every render was given: the kit holds for these. */
  readonly kwargs: Conversation['kwargs'];
  /** Tokens at which the model stops; the first is the one that turns are written with. */
  readonly stop: readonly { readonly id: number; readonly text: string }[];
  /** What asks the model for a turn; null where the template has no such text. It is part of `close`. */
  readonly generationPrompt: Encoded | null;
  /** The conversation that the rules were read from, for trainers that render it themselves. */
  readonly dummy: {
    readonly messages: readonly Message[];
    readonly toolMessage: Message;
    readonly tools: Json;
  };
  readonly append: {
    readonly tool: AppendRule;
    /** Null where a user's message rewrites history, or is not written as a fixed frame around its content. */
    readonly user: AppendRule | null;
    /** Why there is no rule for users; null where there is one. */
    readonly userRefused: string | null;
  };
  /** What each kind of ids counts in the loss. The stop token that the model sampled counts. */
  readonly mask: { readonly prompt: 0; readonly sampled: 1; readonly append: 0; readonly rewrite: 0 };
  /** What was seen to hold. */
  readonly proof: {
    readonly properties: readonly { readonly id: string; readonly verdict: string }[];
    /** Conversations that were run, those of them with all ids as rendered, and appends: each has the render's ids. */
    readonly conversations: number;
    readonly same: number;
    readonly appends: number;
  };
  readonly rollouts: readonly KitRollout[];
}
