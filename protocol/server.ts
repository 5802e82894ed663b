/** Requests and notifications beyond LSP, between client and server. Names start with `chatTemplate/`. */
import type {
  CertificateModel,
  RoundTripModel,
  SampledText,
  TokenDiffModel,
  TokensModel,
  ToolDeltaModel,
} from './views.ts';
import type { Severity, Verdict } from './certification.ts';
import type { TestCase } from './testing.ts';

/** Server to client, whenever something of it changes for a document. */
export interface StatusParams {
  readonly uri: string;
  readonly version: number;
  readonly busy: boolean;
  /** How the tokenizer was found; null where there is none. */
  readonly tokenizer: { readonly source: string; readonly vocabulary: number } | null;
  /** Why there is none, where one was asked for: an error with its path. */
  readonly tokenizerError: string | null;
  /** Why there is none, where none was asked for. */
  readonly tokenizerMissing: string | null;
  readonly verdicts: readonly {
    readonly property: string;
    readonly verdict: Verdict;
    readonly byDesign: boolean;
  }[];
  /** The worst of the findings; null where there are none. */
  readonly severity: Severity | null;
  /** One line for the status item: `FAIL append.tool`. */
  readonly summary: string;
  /** `Jinja2 3.1.6`, where it confirmed every render of this version; else null. */
  readonly confirmedBy: string | null;
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

export interface TokensParams {
  readonly uri: string;
  /** Which conversation; absent: the first of the person's own, else one with tools. */
  readonly choice?: string;
}
export type TokensResult = TokensModel;

export interface RoundTripParams {
  readonly uri: string;
  /** Absent: the first turn that the template itself writes. */
  readonly sampled?: SampledText;
}
export type RoundTripResult = RoundTripModel;

export interface TitoKitParams {
  readonly uri: string;
}
/** The files of a kit, by name, and a line for the person. */
export interface TitoKitResult {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly summary: string;
}

export interface CertificateParams {
  readonly uri: string;
  /** To be put in it, ISO 8601. */
  readonly date: string;
}
export type CertificateResult = CertificateModel;

export interface CertificateFileParams extends CertificateParams {
  readonly format: 'json' | 'markdown';
}
export interface CertificateFileResult {
  readonly text: string;
}

/** What a person asks for a template beside its check. Its findings stay until the text is checked again. */
export interface AskedParams {
  readonly uri: string;
}
export interface AskedResult {
  /** Whether everybody agrees. */
  readonly agreed: boolean;
  /** In words, for the person. */
  readonly message: string;
}

export interface TestCasesParams {
  readonly uri: string;
}
export interface TestCasesResult {
  readonly cases: readonly TestCase[];
}

/** What a proven fix changes, as Markdown; null where the document has changed since. */
export interface FixProofParams {
  readonly uri: string;
  readonly version: number;
  /** Index among the document's proven fixes. */
  readonly fix: number;
}
export type FixProofResult = { readonly title: string; readonly markdown: string } | null;

export interface TokenizersParams {
  readonly uri: string;
}
export interface TokenizersResult {
  /** Models with a tokenizer in the local Hugging Face cache, by the names that the setting takes. */
  readonly names: readonly string[];
  /** What the config file says for the document; the setting goes before it. Null where it says nothing. */
  readonly configured: string | null;
}

/** Methods the client asks. */
export interface ServerRequests {
  readonly 'chatTemplate/tokenDiff': { readonly params: TokenDiffParams; readonly result: TokenDiffResult };
  readonly 'chatTemplate/toolDelta': { readonly params: ToolDeltaParams; readonly result: ToolDeltaResult };
  readonly 'chatTemplate/tokens': { readonly params: TokensParams; readonly result: TokensResult };
  readonly 'chatTemplate/roundTrip': { readonly params: RoundTripParams; readonly result: RoundTripResult };
  readonly 'chatTemplate/titoKit': { readonly params: TitoKitParams; readonly result: TitoKitResult };
  readonly 'chatTemplate/certificate': {
    readonly params: CertificateParams;
    readonly result: CertificateResult;
  };
  readonly 'chatTemplate/certificateFile': {
    readonly params: CertificateFileParams;
    readonly result: CertificateFileResult;
  };
  /** Has every render confirmed by the person's Python: only to be asked in a trusted workspace. */
  readonly 'chatTemplate/confirmWithPython': { readonly params: AskedParams; readonly result: AskedResult };
  readonly 'chatTemplate/compareEngines': { readonly params: AskedParams; readonly result: AskedResult };
  readonly 'chatTemplate/testCases': { readonly params: TestCasesParams; readonly result: TestCasesResult };
  readonly 'chatTemplate/fixProof': { readonly params: FixProofParams; readonly result: FixProofResult };
  readonly 'chatTemplate/tokenizers': {
    readonly params: TokenizersParams;
    readonly result: TokenizersResult;
  };
}

/** What the server tells. */
export interface ServerNotifications {
  readonly 'chatTemplate/status': StatusParams;
}

/** `initializationOptions` of the client. */
export interface InitializationOptions {
  /** Address of a rule's page, with `{code}` in it; absent: diagnostics carry no link. */
  readonly rulePage?: string;
}

/** Settings under `chatTemplate`. */
export interface Settings {
  /** Folder or file of a tokenizer, or the name of a model that is in the local cache; null or empty: beside the template. */
  readonly tokenizer: string | null;
  /** The interpreter that confirms renders: a path or a command; null or empty: the usual one. */
  readonly python: string | null;
  readonly check: {
    /** Pause after the last key before the template is checked, ms. */
    readonly delay: number;
  };
}

/** `Diagnostic.data`: enough to find the finding again. */
export interface DiagnosticData {
  readonly code: string;
  /** Index in the findings of the version the diagnostic was made for. */
  readonly finding: number;
  readonly payload: unknown;
}
