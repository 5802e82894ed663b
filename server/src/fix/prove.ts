/** Fixes of findings: for each finding, the gentlest of its rule's candidates that is proven. */
import type { Edit, Finding, Fix } from '../../../protocol/certification.ts';
import type { Certified, CertifyInput } from '../certify/certify.ts';
import { ruleOf } from '../rules/registry.ts';
import type { Candidate } from '../rules/rule.ts';
import { applyEdits } from './edits.ts';
import { harmOf } from './harm.ts';
import { changedRenders } from './ordinaryRenders.ts';
import { guardedFix } from './guard.ts';
import { proofOf, tradesFindings, type Demand, type Outcome } from './proof.ts';
import { Trial } from './trial.ts';

/** Every fix that could be proven, in the order of the findings; of several for one finding the gentlest first. */
export function proveFixes(input: CertifyInput, certified: Certified): Fix[] {
  const sharing = withSharedEncodings(input);
  return certified.certification.findings.flatMap((finding, index) =>
    fixesOf(sharing, certified, finding, index),
  );
}

function fixesOf(input: CertifyInput, certified: Certified, finding: Finding, index: number): Fix[] {
  const proven: Proven[] = [];
  for (const candidate of candidatesFor(finding, certified)) {
    if (input.interrupted?.()) return [];
    const fix = prove(input, certified, finding, index, candidate);
    if (fix === null) continue;
    proven.push({ fix, candidate });
    // Nothing is gentler than what changes no render.
    if (fix.changes.length === 0) break;
  }
  const [gentlest] = proven.sort(gentlestFirst);
  if (gentlest === undefined) return [];
  const { fix, candidate } = gentlest;
  const spellings = (candidate.sameAs ?? []).flatMap((other) => {
    const respelt = prove(input, certified, finding, index, other);
    return respelt !== null && agree(respelt, fix) ? [respelt] : [];
  });
  // What is served stays as it is only where nothing changes anyway, or behind a variable.
  const guarded =
    fix.changes.length === 0 ? null : guardedFix(input, certified, finding, fix, demandOf(finding));
  return [...[fix, ...spellings].sort(smallestFirst), ...(guarded === null ? [] : [guarded])];
}

interface Proven {
  readonly fix: Fix;
  readonly candidate: Candidate;
}

/** They change the same renders to the same text. */
const agree = (one: Fix, other: Fix) =>
  JSON.stringify(one.changes.map(({ after }) => after)) ===
  JSON.stringify(other.changes.map(({ after }) => after));

const smallestFirst = (a: Fix, b: Fix) => sizeOf(a) - sizeOf(b);

const sizeOf = ({ edits }: Fix) =>
  edits.reduce((sum, { span, text }) => sum + text.length + span.end - span.start, 0);

/** Fewer ordinary renders that change, then less text that comes or goes. */
const gentlestFirst = (a: Proven, b: Proven) =>
  Number(a.candidate.lastResort ?? false) - Number(b.candidate.lastResort ?? false) ||
  a.fix.changes.length - b.fix.changes.length ||
  unitsChanged(a.fix) - unitsChanged(b.fix);

const unitsChanged = ({ changes }: Fix) =>
  changes.reduce((sum, { before, after }) => sum + Math.abs(after.length - before.length), 0);

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
  const proof = proofOf(before, trialOf(input, edits), demandOf(finding));
  if (!proof.ok || tradesFindings(before.certification, proof.certified.certification, finding)) return null;
  const changed = changedRenders(before, proof.certified);
  if (keepsText && changed.changes.length > 0) return null;
  if (harmOf(before, proof.certified) !== null) return null;
  return { title, finding: index, edits, repairs: proof.repairs, ...changed };
}

/** A rule that names the properties it is about is repaired when one of them holds, any other when it is silent. */
function demandOf(finding: Finding): Demand {
  const named = propertiesOf(finding);
  return { of: named, partial: named === undefined };
}

function propertiesOf({ payload }: Finding): readonly string[] | undefined {
  return (payload as { readonly properties?: readonly string[] } | null)?.properties;
}
