/** What a worker can do with a template: the certifier's functions, as one thing that can be passed in. */
import type { Certification, Fix, TokenizerInfo } from '../../../protocol/certification.ts';
import type { TokenDiffModel, ToolDeltaModel } from '../../../protocol/views.ts';
import type { Tokenizer } from '../tokenizer/types.ts';

export interface CertifyInput {
  readonly source: string;
  readonly tokenizer: Tokenizer | null;
  readonly tokenizerInfo: TokenizerInfo | null;
  /** Asked now and then; true ends the work early, with a result that nobody reads. */
  readonly interrupted?: () => boolean;
  /** Milliseconds, for `Certification.timing`. */
  readonly clock?: () => number;
}

export interface ViewInput extends CertifyInput {
  readonly templateUri: string;
  readonly templateName: string;
}

export interface Certifier {
  certify(input: CertifyInput): Certification;
  proveFixes(input: CertifyInput, certification: Certification): readonly Fix[];
  tokenDiff(input: ViewInput, choice?: string): TokenDiffModel;
  toolDelta(input: ViewInput, toolResult?: string): ToolDeltaModel;
}
