/** Findings that the host makes itself: the text does not parse, or its check had to be stopped. */
import type { Finding, Span } from '../../../protocol/certification.ts';
import type { CheckSettings } from '../../../protocol/worker.ts';
import { withSeverities } from '../certify/settings.ts';
import type { TemplateError } from '../jinja/api.ts';
import { syntaxFinding } from '../rules/ct001Syntax.ts';
import { copyFindings } from '../rules/ct951Copies.ts';
import type { TemplateCopy } from '../tokenizer/index.ts';
import type { Outcome } from '../worker/supervisor.ts';

export const SYNTAX_ERROR = 'CT001';
export const CHECK_STOPPED = 'CT002';

export interface CheckStoppedPayload {
  readonly reason: 'timed-out' | 'crashed' | 'failed';
}

export function syntaxFindings(error: TemplateError | null): readonly Finding[] {
  return error ? [syntaxFinding(error)] : [];
}

/** Where other files of the folder hold another text of the template, told as the settings want it. */
export function copyFindingsFor(
  source: string,
  copies: readonly TemplateCopy[],
  settings: CheckSettings,
): readonly Finding[] {
  return withSeverities(copyFindings(source, copies), settings);
}

/** Stands on the first line: the fault is the whole template's. */
export function stoppedFinding(
  source: string,
  outcome: Exclude<Outcome<never>, { status: 'done' | 'cancelled' }>,
): Finding {
  const payload: CheckStoppedPayload = { reason: outcome.status };
  return {
    code: CHECK_STOPPED,
    severity: outcome.status === 'failed' ? 'warning' : 'error',
    message: stoppedMessage(outcome),
    span: firstLine(source),
    related: [],
    payload,
  };
}

function stoppedMessage(outcome: Exclude<Outcome<never>, { status: 'done' | 'cancelled' }>): string {
  switch (outcome.status) {
    case 'timed-out':
      return `The check was stopped after ${outcome.limit / 1000} s: rendering this template takes too long. Look for a loop or a macro that has no end.`;
    case 'crashed':
      return `The check was stopped: rendering this template used up what the checker may use (${outcome.reason}). Look for a string or a list that grows without end.`;
    case 'failed':
      return `The check failed: ${outcome.message}. This is a fault of the checker; its log has the details.`;
  }
}

function firstLine(source: string): Span {
  const start = source.search(/\S/);
  if (start < 0) return { start: 0, end: 0 };
  const end = source.slice(start).search(/\r|\n/);
  return { start, end: end < 0 ? source.length : start + end };
}
