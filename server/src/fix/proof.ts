/**
 * The proof of edits: the whole certificate, run on the edited text. Edits are sound when at least one property that
 * failed holds, no property is worse than before, and no fault was traded for another.
 */
import type {
  Certification,
  Finding,
  PropertyResult,
  Severity,
  Verdict,
  VerdictChange,
} from '../../../protocol/certification.ts';
import type { Certified } from '../certify/certify.ts';
import type { Trial } from './trial.ts';

export type Outcome = Proof | Refusal;

export interface Proof {
  readonly ok: true;
  readonly certified: Certified;
  readonly repairs: readonly VerdictChange[];
}

export interface Refusal {
  readonly ok: false;
  /** `seam.generation fails`, in words that follow "because". */
  readonly reason: string;
}

export interface Demand {
  /** Properties of which one that failed must hold; absent: any property. */
  readonly of?: readonly string[];
  /** It is enough that nothing is worse. */
  readonly partial?: boolean;
}

/** `before`: the certificate of the text that was edited. */
export function proofOf(before: Certified, trial: Trial, { of, partial = false }: Demand = {}): Outcome {
  if (before.analysis === null) return refused('the template can not be certified');
  const wanted = before.certification.properties
    .filter(({ id, verdict }) => verdict === 'FAIL' && (of?.includes(id) ?? true))
    .map(({ id }) => id);
  // The cheap part of a certificate first: the verdicts of what failed.
  if (!partial && !wanted.some((id) => trial.judge(id)?.result.verdict === 'PASS'))
    return refused('no property that fails would hold');
  const after = trial.certified();
  if (after.analysis === null)
    return refused(after.certification.findings[0]?.message ?? 'it can not be rendered');
  const changes = verdictChanges(before.certification, after.certification);
  const worse = changes.filter((change) => rank[change.after] > rank[change.before]);
  if (worse.length > 0) return refused(worse.map(toldWorse).join(', '));
  const repairs = changes.filter(({ before: was, after: is }) => was === 'FAIL' && is === 'PASS');
  return { ok: true, certified: after, repairs };
}

/** True where the finding's rule says as much as before and as gravely, or others say more: one cause was traded for another. */
export function tradesFindings(before: Certification, after: Certification, of: Finding): boolean {
  const told = ({ findings }: Certification) =>
    findings.filter(({ code, severity }) => code === of.code && gravity[severity] >= gravity[of.severity])
      .length;
  return told(after) >= told(before) || addsFindings(before, after);
}

/** True where a text has a finding more that is not mere information. */
export function addsFindings(before: Certification, after: Certification): boolean {
  return countOf(after, 'error') > countOf(before, 'error') || troubles(after) > troubles(before);
}

const gravity: Readonly<Record<Severity, number>> = { information: 0, warning: 1, error: 2 };

const troubles = (certification: Certification) =>
  countOf(certification, 'error') + countOf(certification, 'warning');

const countOf = ({ findings }: Certification, severity: Severity) =>
  findings.filter((finding) => finding.severity === severity).length;

/** From best to worst. */
const rank: Readonly<Record<Verdict, number>> = { PASS: 0, 'NOT-REPRODUCIBLE': 1, UNSUPPORTED: 2, FAIL: 3 };

export function verdictChanges(before: Certification, after: Certification): VerdictChange[] {
  const is = new Map(after.properties.map((result): [string, PropertyResult] => [result.id, result]));
  return before.properties.flatMap(({ id, verdict }) => {
    const now = is.get(id)!.verdict;
    return now === verdict ? [] : [{ property: id, before: verdict, after: now }];
  });
}

const toldWorse = ({ property, after }: VerdictChange) =>
  after === 'FAIL' ? `${property} would fail` : `${property} would be ${after}`;

const refused = (reason: string): Refusal => ({ ok: false, reason });
