/** The compatibility matrix: what each consumer would make of a template with these verdicts. */
import type { ProfileVerdict } from '../../../../protocol/certificate.ts';
import type { Level, PropertyResult } from '../../../../protocol/certification.ts';
import type { Need, Profile } from './profile.ts';
import { profiles } from './registry.ts';

export function matrixOf(
  results: readonly PropertyResult[],
  of: readonly Profile[] = profiles,
): ProfileVerdict[] {
  const byId = new Map(results.map((result) => [result.id, result]));
  return of.map((profile) => verdictOf(profile, byId));
}

function verdictOf({ id, title, needs }: Profile, byId: ReadonlyMap<string, PropertyResult>): ProfileVerdict {
  const told = needs.map((need) => ({ need, result: byId.get(need.property) }));
  const failing = told.filter(({ result }) => result?.verdict === 'FAIL');
  const open = told.filter(({ result }) => result?.verdict !== 'PASS');
  const level: Level = told.some(({ result }) => result?.level === 'text') ? 'text' : 'tokens';
  const base = { profile: id, title, level };
  if (failing.length > 0) {
    return {
      ...base,
      verdict: 'breaks',
      because: propertiesOf(failing),
      consequence: consequencesOf(failing),
    };
  }
  if (open.length > 0) {
    const consequence = open.map(({ need, result }) => openWording(need, result)).join(' ');
    return { ...base, verdict: 'unknown', because: propertiesOf(open), consequence };
  }
  return { ...base, verdict: 'holds', because: [], consequence: null };
}

interface Told {
  readonly need: Need;
  readonly result: PropertyResult | undefined;
}

const propertiesOf = (told: readonly Told[]) => told.map(({ need }) => need.property);

/** Properties may share a consequence: it is said once. */
const consequencesOf = (told: readonly Told[]) =>
  [...new Set(told.map(({ need }) => need.consequence))].join(' ');

function openWording({ property }: Need, result: PropertyResult | undefined): string {
  if (result === undefined) return `${property} was not checked.`;
  const why = result.message === null ? '' : `: ${result.message}`;
  return `${property} is ${result.verdict}${why}.`;
}
