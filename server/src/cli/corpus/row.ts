import type { PropertyResult, Verdict } from '../../../../protocol/certification.ts';
import type { Jobs } from '../../../../protocol/worker.ts';
import type { Outcome } from '../../worker/supervisor.ts';

export interface CorpusRow {
  readonly template: string;
  /** By property; `by design` beside a FAIL. Empty where the template could not be judged. */
  readonly verdicts: Readonly<Record<string, Verdict | 'FAIL (by design)'>>;
  /** Codes of findings with how often each is there. */
  readonly findings: Readonly<Record<string, number>>;
  readonly level: 'text' | 'tokens';
  /** Why there are no verdicts; null where there are. */
  readonly stopped: string | null;
}

export function corpusRow(template: string, outcome: Outcome<Jobs['certify']['result']>): CorpusRow {
  if (outcome.status !== 'done') {
    return { template, verdicts: {}, findings: {}, level: 'text', stopped: whyStopped(outcome) };
  }
  const { properties, findings, tokenizer } = outcome.result.certification;
  const codes = findings.map(({ code }) => code).sort();
  return {
    template,
    verdicts: Object.fromEntries(properties.map((result) => [result.id, verdictOf(result)])),
    findings: Object.fromEntries(codes.map((code) => [code, codes.filter((one) => one === code).length])),
    level: tokenizer === null ? 'text' : 'tokens',
    stopped: properties.length > 0 ? null : (findings[0]?.message ?? 'nothing was judged'),
  };
}

const verdictOf = ({ verdict, byDesign }: PropertyResult) =>
  verdict === 'FAIL' && byDesign ? 'FAIL (by design)' : verdict;

function whyStopped(outcome: Exclude<Outcome<unknown>, { status: 'done' }>): string {
  switch (outcome.status) {
    case 'timed-out':
      return `stopped after ${outcome.limit} ms`;
    case 'crashed':
      return `the worker ended: ${outcome.reason}`;
    case 'failed':
      return outcome.message;
    case 'cancelled':
      return 'cancelled';
  }
}
