/** Fixes of findings: for each finding, the first of its rule's candidates that is proven. */
import type { Edit, Finding, Fix } from '../../../protocol/certification.ts';
import type { Certified, CertifyInput } from '../certify/certify.ts';
import { ruleOf } from '../rules/registry.ts';
import type { Candidate } from '../rules/rule.ts';
import { applyEdits } from './edits.ts';
import { changedRenders } from './ordinaryRenders.ts';
import { proofOf, tradesFindings, type Outcome } from './proof.ts';
import { Trial } from './trial.ts';

/** Every fix that could be proven, in the order of the findings. */
export function proveFixes(input: CertifyInput, certified: Certified): Fix[] {
  const sharing = withSharedEncodings(input);
  return certified.certification.findings.flatMap((finding, index) => {
    for (const candidate of candidatesFor(finding, certified)) {
      if (input.interrupted?.()) return [];
      const fix = prove(sharing, certified, finding, index, candidate);
      if (fix !== null) return [fix];
    }
    return [];
  });
}

/** What the edits would do to the certificate: a proof, or why there is none. */
export function proveEdits(input: CertifyInput, before: Certified, edits: readonly Edit[]): Outcome {
  return proofOf(before, trialOf(input, edits));
}

/** Edits worth proving for a finding, the likeliest first. */
export function candidatesFor(finding: Finding, { analysis }: Certified): Candidate[] {
  if (analysis === null) return [];
  return ruleOf(finding.code)?.candidates?.(finding.payload, { analysis, finding }) ?? [];
}

export const trialOf = (input: CertifyInput, edits: readonly Edit[]) =>
  new Trial({ ...input, source: applyEdits(input.source, edits) });

export const withSharedEncodings = (input: CertifyInput): CertifyInput =>
  input.encodings === undefined ? { ...input, encodings: new Map() } : input;

function prove(
  input: CertifyInput,
  before: Certified,
  finding: Finding,
  index: number,
  { title, edits, keepsText }: Candidate,
): Fix | null {
  // A rule that names the properties it is about is repaired when one of them holds, any other when it is silent.
  const named = propertiesOf(finding);
  const proof = proofOf(before, trialOf(input, edits), { of: named, partial: named === undefined });
  if (!proof.ok || tradesFindings(before.certification, proof.certified.certification, finding)) return null;
  const changed = changedRenders(before, proof.certified);
  if (keepsText && changed.changes.length > 0) return null;
  return { title, finding: index, edits, repairs: proof.repairs, ...changed };
}

function propertiesOf({ payload }: Finding): readonly string[] | undefined {
  return (payload as { readonly properties?: readonly string[] } | null)?.properties;
}
