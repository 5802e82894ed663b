/** What a worker can do with a template, as one thing that can be passed in. */
import type { Certification, Fix } from '../../../protocol/certification.ts';
import type { TestCase } from '../../../protocol/testing.ts';
import type { TitoKit } from '../../../protocol/titoKit.ts';
import type {
  CertificateModel,
  RoundTripModel,
  SampledText,
  TokenDiffModel,
  TokensModel,
  ToolDeltaModel,
} from '../../../protocol/views.ts';
import type { PythonAnswers, RenderToConfirm } from '../../../protocol/confirmation.ts';
import type { Answer, CertificateMaking, EngineComparison, Judged } from '../../../protocol/worker.ts';
import type { CertifyInput } from '../certify/index.ts';

export interface ViewInput extends CertifyInput {
  readonly templateUri: string;
  readonly templateName: string;
}

export interface Certifier {
  certify(input: CertifyInput): Certification;
  /** Of the findings that `certify` has for the same input. */
  proveFixes(input: CertifyInput): readonly Fix[];
  tokenDiff(input: ViewInput, choice?: string): Answer<TokenDiffModel>;
  toolDelta(input: ViewInput, toolResult?: string): Answer<ToolDeltaModel>;
  tokens(input: ViewInput, choice?: string): Answer<TokensModel>;
  roundTrip(input: ViewInput, sampled: SampledText | null): Answer<RoundTripModel>;
  titoKit(input: ViewInput, toolVersion: string): Answer<TitoKit>;
  certificate(input: ViewInput, making: CertificateMaking): Answer<CertificateModel>;
  rendersToConfirm(input: CertifyInput): Answer<readonly RenderToConfirm[]>;
  judge(input: CertifyInput, answers: PythonAnswers): Answer<Judged>;
  /** With the engines of `input`; `failures` of others is none of its business. */
  compareEngines(input: CertifyInput): Answer<Omit<EngineComparison, 'failures'>>;
  testCases(input: CertifyInput): readonly TestCase[];
}
