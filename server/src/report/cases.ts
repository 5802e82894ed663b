/** What was judged, one case per property and conversation: for reports that think in tests. */
import type { PropertyResult } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/index.ts';
import type { FaultFacts } from '../certify/properties/faultProperty.ts';
import type { PrefixFacts } from '../certify/properties/prefixProperty.ts';
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
  const failures = failuresOf(analysis, property);
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

/** What is wrong, by trajectory. */
function failuresOf(analysis: Analysis, id: string): ReadonlyMap<string, string> {
  const property = properties.find((one) => one.id === id);
  if (property === undefined) return new Map();
  const { breaks = [], faults = [] } = analysis.factsOf(property) as Partial<
    PrefixFacts & FaultFacts<unknown>
  >;
  const told = [
    ...breaks.map(({ witness: { trajectory, divergence } }) => {
      const { textOffset, before, after } = divergence;
      const parts = `${JSON.stringify(before)} becomes ${JSON.stringify(after)}`;
      return { trajectory, detail: `the renders part after ${textOffset} characters: ${parts}` };
    }),
    ...faults.map(({ witness: { trajectory, detail } }) => ({ trajectory, detail })),
  ];
  const byTrajectory = new Map<string, string>();
  for (const { trajectory, detail } of told)
    byTrajectory.set(trajectory, [byTrajectory.get(trajectory) ?? [], detail].flat().join('\n'));
  return byTrajectory;
}

/** Trajectories that a prefix property could compare; others don't say which they looked at. */
function judged({ subject, dialect }: Analysis, id: string): string[] {
  const pairs = prefixProperties.find((property) => property.id === id)?.pairs({ subject, dialect }) ?? [];
  const rendered = pairs.filter(({ before, after }) => subject.render(before).ok && subject.render(after).ok);
  return [...new Set(rendered.map(({ trajectory }) => trajectory))];
}
