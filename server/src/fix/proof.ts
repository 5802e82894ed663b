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

/** `before`: the certificate of the text that was edited. `onTheWay`: more edits follow, so that none need hold yet. */
export function proofOf(before: Certified, trial: Trial, { onTheWay = false } = {}): Outcome {
  if (before.analysis === null) return refused('the template can not be certified');
  if (!onTheWay && !repairsSomething(before.certification, trial))
    return refused('no property that fails would hold');
  const after = trial.certified();
  if (after.analysis === null)
    return refused(after.certification.findings[0]?.message ?? 'it can not be rendered');
  const changes = verdictChanges(before.certification, after.certification);
  const worse = changes.filter((change) => rank[change.after] > rank[change.before]);
  if (worse.length > 0) return refused(worse.map(toldWorse).join(', '));
  const repairs = changes.filter(({ before: was, after: is }) => was === 'FAIL' && is === 'PASS');
  if (!onTheWay && repairs.length === 0) return refused('no property that fails would hold');
  return { ok: true, certified: after, repairs };
}

/** True where a text has as many findings of a severity as before, or more: one cause was traded for another. */
export function tradesFindings(before: Certification, after: Certification, { severity }: Finding): boolean {
  return countOf(after, severity) >= countOf(before, severity);
}

/** True where a text has a finding more that is not mere information. */
export function addsFindings(before: Certification, after: Certification): boolean {
  return countOf(after, 'error') > countOf(before, 'error') || troubles(after) > troubles(before);
}

const troubles = (certification: Certification) =>
  countOf(certification, 'error') + countOf(certification, 'warning');

const countOf = ({ findings }: Certification, severity: Severity) =>
  findings.filter((finding) => finding.severity === severity).length;

/** Told by the cheap part of a certificate: the verdicts of what failed. */
function repairsSomething({ properties }: Certification, trial: Trial): boolean {
  return properties
    .filter(({ verdict }) => verdict === 'FAIL')
    .some(({ id }) => trial.judge(id)?.result.verdict === 'PASS');
}

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
