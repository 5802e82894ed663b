/** The certificate of an open template: for its panel, as a file, and as tests. */
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { CancellationToken } from 'vscode-languageserver';
import type {
  CertificateFileParams,
  CertificateFileResult,
  CertificateParams,
  CertificateResult,
  TestCasesParams,
  TestCasesResult,
} from '../../../protocol/server.ts';
import type { ViewJob } from '../../../protocol/worker.ts';
import { certificateText } from '../certify/certificate/index.ts';
import { certificateMarkdown } from '../report/certificateMarkdown.ts';
import type { Supervisor } from '../worker/supervisor.ts';
import { cancellation, signalOf } from './cancellation.ts';
import type { Checks } from './checks.ts';
import { modelOf, viewJob } from './views.ts';

export interface CertificateMaker {
  readonly checks: Checks;
  readonly supervisor: Supervisor;
  readonly toolVersion: string;
}

export async function certificate(
  { uri, date }: CertificateParams,
  token: CancellationToken,
  { checks, supervisor, toolVersion }: CertificateMaker,
): Promise<CertificateResult> {
  const job = await checkedJob(uri, token, checks);
  return modelOf(await supervisor.run('certificate', { ...job, date, toolVersion }, signalOf(token)));
}

export async function testCases(
  { uri }: TestCasesParams,
  token: CancellationToken,
  { checks, supervisor }: CertificateMaker,
): Promise<TestCasesResult> {
  const { source, tokenizer, settings } = await checkedJob(uri, token, checks);
  const outcome = await supervisor.run('testCases', { source, tokenizer, settings }, signalOf(token));
  const answered =
    outcome.status === 'done'
      ? { ...outcome, result: { ok: true as const, model: outcome.result } }
      : outcome;
  return { cases: modelOf(answered) };
}

/** The check that it waits for may take long; whoever gives up is answered at once. */
async function checkedJob(uri: string, token: CancellationToken, checks: Checks): Promise<ViewJob> {
  const job = await Promise.race([viewJob(uri, checks), cancellation(token)]);
  if (job === null) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled.');
  return job;
}

const writers = { json: certificateText, markdown: certificateMarkdown };

export async function certificateFile(
  { format, ...params }: CertificateFileParams,
  token: CancellationToken,
  maker: CertificateMaker,
): Promise<CertificateFileResult> {
  const model = await certificate(params, token, maker);
  return { text: writers[format](model.certificate) };
}
