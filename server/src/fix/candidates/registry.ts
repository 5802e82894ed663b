/** Where edits come from: rules propose them for their findings, and some properties for a verdict without a finding. */
import type { Certified } from '../../certify/certify.ts';
import { candidatesFor } from '../prove.ts';
import type { Candidate } from '../../rules/rule.ts';
import type { Analysis } from '../../certify/analysis.ts';
import { generationBlock } from './generationBlock.ts';

/** Proposals for a property that fails, by its id. */
const forProperties: Readonly<Record<string, (analysis: Analysis) => Candidate[]>> = {
  'mask.present': generationBlock,
  'mask.exact': generationBlock,
};

/** Edits worth trying next for properties that must hold. */
export function nextEdits(certified: Certified, required: readonly string[]): Candidate[] {
  const { analysis, certification } = certified;
  if (analysis === null) return [];
  const open = certification.properties
    .filter(({ id, verdict }) => verdict === 'FAIL' && required.includes(id))
    .map(({ id }) => id);
  const found = certification.findings
    .filter(({ payload }) => concerns(payload, open))
    .flatMap((finding) => candidatesFor(finding, certified));
  return [...found, ...open.flatMap((id) => forProperties[id]?.(analysis) ?? [])];
}

/** A finding that says which properties it breaks concerns only those. */
function concerns(payload: unknown, open: readonly string[]): boolean {
  const broken = (payload as { properties?: readonly string[] } | null)?.properties;
  return broken === undefined || broken.some((id) => open.includes(id));
}
