/** What was found out about a template, as a file that can be kept and replayed. Types only. */
import type { Level, PropertyResult } from './certification.ts';
import type { PythonConfirmation } from './confirmation.ts';
import type { Json } from './conversation.ts';

/** What one trainer or server would make of the template. */
export interface ProfileVerdict {
  readonly profile: string;
  readonly title: string;
  /** `unknown`: nothing needed fails, but something needed was not rendered, not reproducible or not checked. */
  readonly verdict: 'holds' | 'breaks' | 'unknown';
  /** On what it was seen; `text` where one of the needed properties was only seen on text. */
  readonly level: Level;
  /** Properties that made the verdict: those that fail, or those without an answer; empty where it holds. */
  readonly because: readonly string[];
  /** What a person of that framework sees happen; what is not known; null where it holds. */
  readonly consequence: string | null;
}

export interface Certificate {
  /** Version of this format. */
  readonly format: 1;
  readonly tool: { readonly name: string; readonly version: string };
  /** When it was made, as it was passed in. */
  readonly date: string;
  readonly template: { readonly name: string; readonly sha256: string };
  readonly tokenizer: {
    readonly source: string;
    readonly sha256: string;
    /** By name, sorted. */
    readonly specialTokens: Readonly<Record<string, string>>;
    /** Ids that end generation, ascending. */
    readonly eosIds: readonly number[];
  } | null;
  readonly engine: {
    readonly name: string;
    /** The Jinja2 whose bytes the engine gives. */
    readonly jinja2: string;
    /** Local time that templates were told. */
    readonly clock: string;
  };
  /** Other engines that ran beside it, sorted; empty where none was asked. */
  readonly otherEngines: readonly { readonly id: string; readonly version: string }[];
  /** Null where no Python was asked. */
  readonly python: PythonConfirmation | null;
  readonly suite: {
    /** Of all trajectories, in order. */
    readonly sha256: string;
    readonly trajectories: readonly { readonly id: string; readonly sha256: string }[];
  };
  /** Settings of variables under which each conversation was rendered. */
  readonly kwargs: readonly Readonly<Record<string, Json>>[];
  readonly properties: readonly PropertyResult[];
  /** Profiles that were asked for. */
  readonly required: readonly string[];
  readonly profiles: readonly ProfileVerdict[];
}

/** What a replay found different, in words. */
export interface CertificateChange {
  readonly what:
    'tool' | 'engine' | 'template' | 'tokenizer' | 'suite' | 'kwargs' | 'verdict' | 'evidence' | 'profile';
  readonly message: string;
}
