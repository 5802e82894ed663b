/**
 * The proof of a fix: the whole certificate, run on the edited template. A candidate is a fix when the finding is
 * gone, at least one property that failed holds, and no property is worse than before.
 */
import type { Certification, Finding, Fix, Verdict, VerdictChange } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import { certifyFully, type Certified, type CertifyInput } from '../certify/certify.ts';
import { ruleOf } from '../rules/registry.ts';
import type { Candidate } from '../rules/rule.ts';
import { applyEdits } from './edits.ts';
import { changedRenders } from './ordinaryRenders.ts';

/** Every fix that could be proven, in the order of the findings; for each finding the first candidate that holds. */
export function proveFixes(input: CertifyInput, { certification, analysis }: Certified): Fix[] {
  if (analysis === null) return [];
  return certification.findings.flatMap((finding, index) => {
    const candidates = ruleOf(finding.code)?.candidates?.(finding.payload, input.source) ?? [];
    for (const candidate of candidates) {
      const fix = prove(input, certification, analysis, finding, index, candidate);
      if (fix !== null) return [fix];
    }
    return [];
  });
}

function prove(
  input: CertifyInput,
  before: Certification,
  analysis: Analysis,
  finding: Finding,
  index: number,
  candidate: Candidate,
): Fix | null {
  const edited = certifyFully({
    ...input,
    source: applyEdits(input.source, candidate.edits),
    clock: undefined,
  });
  if (edited.analysis === null) return null;
  const verdicts = verdictChanges(before, edited.certification);
  const repairs = verdicts.filter(({ before: was, after: is }) => was === 'FAIL' && is === 'PASS');
  const worsens = verdicts.some(({ before: was, after: is }) => rank[is] > rank[was]);
  if (repairs.length === 0 || worsens || addsFinding(before, edited.certification, finding)) return null;
  return {
    title: candidate.title,
    finding: index,
    edits: candidate.edits,
    repairs,
    ...changedRenders(analysis, edited.analysis),
  };
}

/** From best to worst. */
const rank: Readonly<Record<Verdict, number>> = { PASS: 0, 'NOT-REPRODUCIBLE': 1, UNSUPPORTED: 2, FAIL: 3 };

function verdictChanges(before: Certification, after: Certification): VerdictChange[] {
  return before.properties.flatMap(({ id, verdict }) => {
    const is = after.properties.find((result) => result.id === id)!.verdict;
    return is === verdict ? [] : [{ property: id, before: verdict, after: is }];
  });
}

/** True where the edited template has as many faults as before, or more: one cause was traded for another. */
function addsFinding(before: Certification, after: Certification, { severity }: Finding): boolean {
  const count = ({ findings }: Certification) =>
    findings.filter((finding) => finding.severity === severity).length;
  return count(after) >= count(before);
}
