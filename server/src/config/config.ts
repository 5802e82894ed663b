/** `chat-template.config.json`: read alike by the editor and the command line. */
import type { Severity } from '../../../protocol/certification.ts';
import type { Json } from '../../../protocol/conversation.ts';
import type { Use } from '../rules/rule.ts';

export const configFileName = 'chat-template.config.json';

/** What can be said of all templates, and over that of some. */
export interface ConfigFields {
  /** A folder, absolute or relative to the config file, or a model's name in the Hugging Face cache. */
  readonly tokenizer?: string;
  readonly use?: Use;
  /** Profiles that must hold. */
  readonly profiles?: readonly string[];
  readonly severities?: Readonly<Record<string, Severity | 'off'>>;
  /** What the server reads calls with: a name that `--tool-call-parser` of vLLM or SGLang takes. */
  readonly toolCallParser?: string;
  /** The same for reasoning, of `--reasoning-parser`. */
  readonly reasoningParser?: string;
  /** Values to try, by variable. */
  readonly kwargs?: Readonly<Record<string, readonly Json[]>>;
  /** Files of conversations, as globs relative to the config file. */
  readonly conversations?: readonly string[];
}

export interface Override extends ConfigFields {
  /** Globs relative to the config file. */
  readonly files: readonly string[];
}

export interface Config extends ConfigFields {
  readonly overrides: readonly Override[];
}

export interface ConfigProblem {
  readonly message: string;
  /** `overrides[0].use`; empty for the whole file. */
  readonly path: string;
  /** From 1, in UTF-16 units. */
  readonly line: number;
  readonly column: number;
}
