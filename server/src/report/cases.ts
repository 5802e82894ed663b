/** What was judged, one case per property and conversation: for reports that think in tests. */
import type { PropertyResult, Witness } from '../../../protocol/certification.ts';
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

export function casesOf({ certification, analysis }: CheckedTemplate): Case[] {
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
  const property = properties.find((one) => one.id === id);
  if (property === undefined || verdict !== 'FAIL') return new Map();
  const told = new Map<string, string[]>();
  for (const one of [...witnessesIn(analysis.factsOf(property)), ...(witness === null ? [] : [witness])]) {
    const details = told.get(one.trajectory) ?? [];
    const detail = detailOf(one);
    if (!details.includes(detail)) told.set(one.trajectory, [...details, detail]);
  }
  return new Map([...told].map(([trajectory, details]) => [trajectory, details.join('\n')]));
}

/** Facts are known to the rules of a property alone; those in lists of breaks or faults carry witnesses. */
function witnessesIn(facts: unknown): Witness[] {
  const { breaks, faults } = (facts ?? {}) as { breaks?: unknown; faults?: unknown };
  return [breaks, faults]
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    .map((entry) => (entry as { witness?: Witness | null }).witness)
    .filter((witness) => witness !== undefined && witness !== null);
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
