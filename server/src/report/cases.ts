/** What was judged, one case per property and conversation: for reports that think in tests. */
import type { PropertyResult, Span, Witness } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/index.ts';
import { prefixProperties, properties } from '../certify/properties/registry.ts';
import type { CheckedTemplate } from './report.ts';

export interface Case {
  readonly property: string;
  /** Null where a property is about the template as a whole. */
  readonly trajectory: string | null;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed, or was skipped. */
  readonly detail: string;
}

export function casesOf({
  certification,
  analysis,
}: Pick<CheckedTemplate, 'certification' | 'analysis'>): Case[] {
  if (analysis !== null) return certification.properties.flatMap((result) => propertyCases(analysis, result));
  const detail = certification.findings.map(({ message }) => message).join('\n');
  return [{ property: 'renders', trajectory: null, outcome: 'failed', detail }];
}

function propertyCases(analysis: Analysis, result: PropertyResult): Case[] {
  const { id: property, verdict, message, byDesign } = result;
  if (verdict === 'UNSUPPORTED' || verdict === 'NOT-REPRODUCIBLE')
    return [{ property, trajectory: null, outcome: 'skipped', detail: `${verdict}: ${message ?? ''}` }];
  const failures = failuresOf(analysis, result);
  const failed = [...failures].map(([trajectory, detail]): Case =>
    byDesign
      ? { property, trajectory, outcome: 'skipped', detail: `by design: ${detail}` }
      : { property, trajectory, outcome: 'failed', detail },
  );
  const passed = judged(analysis, property)
    .filter((trajectory) => !failures.has(trajectory))
    .map((trajectory): Case => ({ property, trajectory, outcome: 'passed', detail: '' }));
  const cases = [...failed, ...passed];
  return cases.length > 0 ? cases : [{ property, trajectory: null, outcome: 'passed', detail: '' }];
}

/** What is wrong, by trajectory: of every break and fault that the property tells, and of its witness. */
function failuresOf(
  analysis: Analysis,
  { id, witness, verdict }: PropertyResult,
): ReadonlyMap<string, string> {
  if (verdict !== 'FAIL') return new Map();
  const told = new Map<string, string[]>();
  const witnesses = evidenceOf(analysis, id).map((evidence) => evidence.witness);
  for (const one of [...witnesses, ...(witness === null ? [] : [witness])]) {
    const details = told.get(one.trajectory) ?? [];
    const detail = detailOf(one);
    if (!details.includes(detail)) told.set(one.trajectory, [...details, detail]);
  }
  return new Map([...told].map(([trajectory, details]) => [trajectory, details.join('\n')]));
}

/** A witness, and what causes it in the template where the property or the culprit names that. */
export interface Evidence {
  readonly witness: Witness;
  readonly span: Span | null;
}

/** Of every break and fault that a property tells. */
export function evidenceOf(analysis: Analysis, id: string): Evidence[] {
  const property = properties.find((one) => one.id === id);
  if (property === undefined) return [];
  const causes = [...analysis.appendCauses, ...analysis.seamCauses];
  const culpritOf = (entry: unknown) =>
    causes.find(({ breaks }) => breaks.some((one) => one === entry))?.culprit.span ?? null;
  return evidenceIn(analysis.factsOf(property)).map(({ entry, witness, site }) => ({
    witness,
    span: site ?? culpritOf(entry),
  }));
}

interface Told {
  readonly entry: unknown;
  readonly witness: Witness;
  readonly site: Span | null;
}

/** Facts are known to the rules of a property alone; those in lists of breaks or faults carry witnesses. */
function evidenceIn(facts: unknown): Told[] {
  const { breaks, faults } = (facts ?? {}) as { breaks?: unknown; faults?: unknown };
  return [breaks, faults]
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    .flatMap((entry) => {
      const { witness = null, site = null } = entry as { witness?: Witness | null; site?: Span | null };
      return witness === null ? [] : [{ entry, witness, site }];
    });
}

function detailOf(witness: Witness): string {
  if (witness.kind === 'render') return witness.detail;
  const { textOffset, before, after } = witness.divergence;
  const parts = `${JSON.stringify(before)} becomes ${JSON.stringify(after)}`;
  return `the renders part after ${textOffset} characters: ${parts}`;
}

/** Trajectories that a prefix property could compare; others don't say which they looked at. */
function judged({ subject, dialect }: Analysis, id: string): string[] {
  const pairs = prefixProperties.find((property) => property.id === id)?.pairs({ subject, dialect }) ?? [];
  const rendered = pairs.filter(({ before, after }) => subject.render(before).ok && subject.render(after).ok);
  return [...new Set(rendered.map(({ trajectory }) => trajectory))];
}
