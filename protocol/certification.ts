/** What the certifier says of a template. JSON-safe: goes through workers, LSP, webviews and files unchanged. */
import type { Json, RenderRequest } from './conversation.ts';

/** UTF-16 offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Severity = 'error' | 'warning' | 'information';

export type Verdict = 'PASS' | 'FAIL' | 'UNSUPPORTED' | 'NOT-REPRODUCIBLE';

/** `text`: bytes were compared; `tokens`: ids too. On a FAIL, the first of the two that broke. */
export type Level = 'text' | 'tokens';

/** Where two renders that should share a prefix part. */
export interface Divergence {
  /** UTF-16 units both renders share. */
  readonly textOffset: number;
  /** Tokens both share, null without a tokenizer. */
  readonly sharedTokens: number | null;
  /** Tokens of the shorter render, null without a tokenizer. */
  readonly totalTokens: number | null;
  /** What stands in the first render from there, and in the second (cut for display). */
  readonly before: string;
  readonly after: string;
}

/** The smallest conversation that shows a FAIL, told so that it can be replayed. */
export type Witness = PrefixWitness | RenderWitness;

/** Render both: the first must be a prefix of the second, and is not. */
export interface PrefixWitness {
  readonly kind: 'prefix';
  readonly trajectory: string;
  readonly before: RenderRequest;
  readonly after: RenderRequest;
  readonly divergence: Divergence;
}

/** Render it: what is wrong stands in the text at `at` (UTF-16 offsets), or is missing from it. */
export interface RenderWitness {
  readonly kind: 'render';
  readonly trajectory: string;
  readonly request: RenderRequest;
  readonly at: Span | null;
  readonly detail: string;
}

/** What two renders that should share a prefix did under one setting of the template's variables. */
export interface SettingOutcome {
  readonly kwargs: Readonly<Record<string, Json>>;
  /** Comparisons made, and those that failed; none were made where the template raised. */
  readonly compared: number;
  readonly broken: number;
  /** Of the failure that is easiest to read; null where nothing failed. */
  readonly divergence: Divergence | null;
}

export interface PropertyResult {
  /** `append.tool` */
  readonly id: string;
  readonly verdict: Verdict;
  readonly level: Level;
  /** Renders compared, conversations and kwargs they came from. */
  readonly renders: number;
  readonly conversations: number;
  readonly kwargs: readonly Readonly<Record<string, unknown>>[];
  readonly witness: Witness | null;
  /** A FAIL that the vendor documents as intended. */
  readonly byDesign: boolean;
  /** UNSUPPORTED: what the template raised. NOT-REPRODUCIBLE: why. PASS: what goes with it, if anything. */
  readonly message: string | null;
  /** Of properties that compare prefixes, by setting, in the order of `Certificate.kwargs`; absent for others. */
  readonly bySetting?: readonly SettingOutcome[];
}

export interface RelatedInformation {
  readonly span: Span;
  readonly message: string;
}

export interface Finding {
  /** `CT101`: the contract; wording may change. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  readonly related: readonly RelatedInformation[];
  /** Typed per rule: see each rule's file. */
  readonly payload: unknown;
}

/** One replacement in the template. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

export interface VerdictChange {
  readonly property: string;
  readonly before: Verdict;
  readonly after: Verdict;
}

/** An ordinary render (the suite's conversations as a server sends them) that the edit changes. */
export interface RenderChange {
  readonly trajectory: string;
  readonly request: RenderRequest;
  readonly before: string;
  readonly after: string;
}

/** Edits that were proven: the whole certificate was run on the edited text. */
export interface Fix {
  readonly title: string;
  /** Index of the finding it repairs in `Certification.findings`. */
  readonly finding: number;
  readonly edits: readonly Edit[];
  readonly repairs: readonly VerdictChange[];
  readonly changes: readonly RenderChange[];
  /** Renders of the suite that were compared to find `changes`. */
  readonly compared: number;
  /** Variables that have to be passed for `repairs` to hold; without them nothing changes at all. Absent: none. */
  readonly under?: Readonly<Record<string, true>>;
}

export interface TokenizerInfo {
  /** Folder or name it was loaded from, as the person would say it. */
  readonly source: string;
  /** Of tokenizer.json, hex. */
  readonly sha256: string;
}

export interface Certification {
  readonly templateSha256: string;
  readonly tokenizer: TokenizerInfo | null;
  readonly properties: readonly PropertyResult[];
  readonly findings: readonly Finding[];
  /** Milliseconds by part, for the log and the benchmark. */
  readonly timing: {
    readonly parse: number;
    readonly render: number;
    readonly encode: number;
    readonly compare: number;
  };
}
