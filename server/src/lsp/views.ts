/** What panels ask: token diff, tool response delta, tokens, round trip, the proof of a fix. */
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { CancellationToken } from 'vscode-languageserver';
import type {
  FixProofParams,
  FixProofResult,
  RoundTripParams,
  RoundTripResult,
  TokenDiffParams,
  TokenDiffResult,
  TokensParams,
  TokensResult,
  ToolDeltaParams,
  ToolDeltaResult,
} from '../../../protocol/server.ts';
import type { Answer, ViewJob } from '../../../protocol/worker.ts';
import type { Outcome, Supervisor } from '../worker/supervisor.ts';
import { signalOf } from './cancellation.ts';
import type { Checks } from './checks.ts';
import { proofMarkdown } from './fixProof.ts';

export async function tokenDiff(
  { uri, choice }: TokenDiffParams,
  token: CancellationToken,
  checks: Checks,
  supervisor: Supervisor,
): Promise<TokenDiffResult> {
  const job = await viewJob(uri, checks);
  const params = { ...job, choice: choice ?? null };
  return modelOf(await supervisor.run('tokenDiff', params, signalOf(token)));
}

export async function tokens(
  { uri, choice }: TokensParams,
  token: CancellationToken,
  checks: Checks,
  supervisor: Supervisor,
): Promise<TokensResult> {
  const job = await viewJob(uri, checks);
  const params = { ...job, choice: choice ?? null };
  return modelOf(await supervisor.run('tokens', params, signalOf(token)));
}

export async function roundTrip(
  { uri, sampled }: RoundTripParams,
  token: CancellationToken,
  checks: Checks,
  supervisor: Supervisor,
): Promise<RoundTripResult> {
  const job = await viewJob(uri, checks);
  const params = { ...job, sampled: sampled ?? null };
  return modelOf(await supervisor.run('roundTrip', params, signalOf(token)));
}

export async function toolDelta(
  { uri, toolResult }: ToolDeltaParams,
  token: CancellationToken,
  checks: Checks,
  supervisor: Supervisor,
): Promise<ToolDeltaResult> {
  const job = await viewJob(uri, checks);
  const params = { ...job, toolResult: toolResult ?? null };
  return modelOf(await supervisor.run('toolDelta', params, signalOf(token)));
}

export async function fixProof(
  { uri, version, fix: index }: FixProofParams,
  checks: Checks,
): Promise<FixProofResult> {
  const check = checks.check(uri);
  const result = await check?.finalAnswer();
  if (!check || result?.version !== version || !result.certification) return null;
  const fix = (await check.fixes(result))[index];
  if (!fix) return null;
  const markdown = proofMarkdown({
    fix,
    templateName: nameOf(uri),
    source: result.source,
    properties: result.certification.properties,
    tokenizer: result.certification.tokenizer?.source ?? null,
  });
  return { title: fix.title, markdown };
}

/** Waits for the document's check: then it is known whether it parses, and which tokenizer it has. */
export async function viewJob(uri: string, checks: Checks): Promise<ViewJob> {
  const result = await checks.check(uri)?.finalAnswer();
  if (!result) throw refused('The template is not open.');
  if (!result.job) throw refused(result.findings[0]?.message ?? 'The template could not be checked.');
  return { ...result.job, templateUri: uri, templateName: nameOf(uri) };
}

export function modelOf<Model>(outcome: Outcome<Answer<Model>>): Model {
  switch (outcome.status) {
    case 'done':
      if (outcome.result.ok) return outcome.result.model;
      throw refused(outcome.result.reason);
    case 'cancelled':
      throw new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled.');
    case 'timed-out':
      throw refused(
        `It was given up after ${outcome.limit / 1000} s: rendering this template takes too long.`,
      );
    case 'crashed':
      throw refused(`Rendering this template used up what the checker may use (${outcome.reason}).`);
    case 'failed':
      throw refused(`It failed: ${outcome.message}. The log has the details.`);
  }
}

function refused(message: string): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestFailed, message);
}

/** Last part of the address, as a person sees it on the tab. */
export function nameOf(uri: string): string {
  const last = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
