/** Messages between the language server and its worker. Types only; everything here survives a structured clone. */
import type { Certification, Finding, Fix, Severity, TokenizerInfo } from './certification.ts';
import type { PythonAnswers, PythonConfirmation, RenderToConfirm } from './confirmation.ts';
import type { Json, Message } from './conversation.ts';
import type { TestCase } from './testing.ts';
import type { TitoKit } from './titoKit.ts';
import type {
  CertificateModel,
  RoundTripModel,
  SampledText,
  TokenDiffModel,
  TokensModel,
  ToolDeltaModel,
} from './views.ts';

/** Where to look for a tokenizer: what the setting says, else beside the template. */
export interface TokenizerRequest {
  /** Path of the template's file; null where it has none (a document that was never saved). */
  readonly templatePath: string | null;
  /** The setting: a folder, absolute or relative to `base`, or a model's name in the local cache; null: not set. */
  readonly chosen: string | null;
  /** Workspace folder that relative paths start from; null without one. */
  readonly base: string | null;
}

export type TokenizerState =
  /** None was asked for and none was found: `reason` says where it was looked for. */
  | { readonly status: 'none'; readonly reason: string }
  | {
      readonly status: 'ready';
      /** Changes when any of the tokenizer's files does. */
      readonly revision: string;
      readonly info: TokenizerInfo;
      readonly vocabulary: number;
      readonly warnings: readonly string[];
    }
  | { readonly status: 'broken'; readonly message: string; readonly file: string };

/** What people set about checking, as the certifier takes it. */
export interface CheckSettings {
  /** What the template is for. */
  readonly use: 'serving' | 'sft' | 'rl';
  /** By rule code, over what the use says; `off`: not reported. */
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
  /** Variables to vary beside those that are found, each with the values to try. */
  readonly kwargs: Readonly<Record<string, readonly Json[]>>;
  /** Profiles that must hold: a certificate says whether they do. */
  readonly profiles?: readonly string[];
  /** What the server reads sampled turns with. */
  readonly parsers?: { readonly toolCall?: string; readonly reasoning?: string };
  /** People's own conversations, checked after those of the suite. */
  readonly trajectories?: readonly {
    readonly id: string;
    readonly title: string;
    readonly messages: readonly Message[];
    readonly tools: Json;
  }[];
}

/** What every job over a template says. */
export interface TemplateJob {
  readonly source: string;
  /** null: on text alone. */
  readonly tokenizer: TokenizerRequest | null;
  readonly settings: CheckSettings;
}

export interface ViewJob extends TemplateJob {
  readonly templateUri: string;
  readonly templateName: string;
}

/** What a certificate says of its making. */
export interface CertificateMaking {
  /** ISO 8601. */
  readonly date: string;
  readonly toolVersion: string;
}

/** What Python's answers come to. */
export interface Judged {
  readonly confirmation: PythonConfirmation;
  readonly findings: readonly Finding[];
}

export interface EngineComparison {
  /** `minijinja 2.11.0` */
  readonly ran: readonly string[];
  /** Engines that can't run here, with why. */
  readonly failures: readonly string[];
  /** How many each of them was compared on. */
  readonly renders: number;
  readonly findings: readonly Finding[];
}

/** A view, or why there is none of this template. */
export type Answer<Model> =
  { readonly ok: true; readonly model: Model } | { readonly ok: false; readonly reason: string };

/** Parameters and result of each kind of job. */
export interface Jobs {
  /** Find and load; `fresh` reads the files again even where they were loaded before. */
  readonly tokenizer: {
    readonly params: { readonly request: TokenizerRequest; readonly fresh: boolean };
    readonly result: TokenizerState;
  };
  readonly certify: {
    readonly params: TemplateJob;
    /** With the revision of the tokenizer that was used, null on text alone. */
    readonly result: { readonly certification: Certification; readonly revision: string | null };
  };
  /** Of the findings that `certify` has for the same template and tokenizer. */
  readonly prove: {
    readonly params: TemplateJob;
    readonly result: readonly Fix[];
  };
  /** One proven fix after the other, each proven on the text the last one left, until none is left. */
  readonly fixAll: {
    readonly params: TemplateJob;
    readonly result: { readonly source: string; readonly titles: readonly string[] };
  };
  readonly tokenDiff: {
    readonly params: ViewJob & { readonly choice: string | null };
    readonly result: Answer<TokenDiffModel>;
  };
  readonly toolDelta: {
    readonly params: ViewJob & { readonly toolResult: string | null };
    readonly result: Answer<ToolDeltaModel>;
  };
  readonly tokens: {
    readonly params: ViewJob & { readonly choice: string | null };
    readonly result: Answer<TokensModel>;
  };
  readonly roundTrip: {
    readonly params: ViewJob & { readonly sampled: SampledText | null };
    readonly result: Answer<RoundTripModel>;
  };
  readonly titoKit: {
    readonly params: ViewJob & { readonly toolVersion: string };
    readonly result: Answer<TitoKit>;
  };
  /** Every render that the verdicts rest on. */
  readonly renders: {
    readonly params: TemplateJob;
    readonly result: Answer<readonly RenderToConfirm[]>;
  };
  /** Where Python's answers to these renders are others, and why. */
  readonly judge: {
    readonly params: TemplateJob & { readonly answers: PythonAnswers };
    readonly result: Answer<Judged>;
  };
  readonly engines: {
    readonly params: TemplateJob;
    readonly result: Answer<EngineComparison>;
  };
  readonly certificate: {
    readonly params: ViewJob & CertificateMaking;
    readonly result: Answer<CertificateModel>;
  };
  readonly testCases: {
    readonly params: TemplateJob;
    readonly result: readonly TestCase[];
  };
}

export type JobKind = keyof Jobs;

/** A job as it is sent; `K` may be a union: then kind and parameters still belong together. */
export type JobMessage<K extends JobKind = JobKind> = K extends JobKind
  ? {
      readonly type: 'job';
      readonly id: number;
      readonly kind: K;
      readonly params: Jobs[K]['params'];
      /** One 32-bit cell: not 0 asks the job to stop. null where memory can't be shared. */
      readonly stop: SharedArrayBuffer | null;
    }
  : never;

export type ToWorker = JobMessage;

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly id: number; readonly result: Jobs[JobKind]['result'] }
  /** The job threw: a fault of ours, with its stack for the log. */
  | { readonly type: 'failed'; readonly id: number; readonly message: string; readonly stack: string };
