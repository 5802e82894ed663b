/** Why a required property could not be brought to hold. */
import type { PropertyResult } from '../../../protocol/certification.ts';
import type { Certified } from '../certify/certify.ts';
import { nextEdits } from './candidates/registry.ts';
import type { Refused } from './search.ts';

export interface Obstacle {
  readonly property: string;
  readonly verdict: PropertyResult['verdict'];
  /** One sentence. */
  readonly why: string;
}

/** `after`: what the best edits lead to. `refused`: what would have repaired more, and breaks something else. */
export function obstaclesOf(
  after: Certified,
  required: readonly string[],
  start: Certified,
  refused: readonly Refused[],
): Obstacle[] {
  return required.flatMap((property): Obstacle[] => {
    const result = after.certification.properties.find(({ id }) => id === property);
    if (result?.verdict === 'PASS') return [];
    return [
      {
        property,
        verdict: result?.verdict ?? 'UNSUPPORTED',
        why: whyNot(property, result, start, refused),
      },
    ];
  });
}

function whyNot(
  property: string,
  result: PropertyResult | undefined,
  start: Certified,
  refused: readonly Refused[],
): string {
  if (result === undefined) return 'The template can not be certified.';
  if (result.verdict !== 'FAIL')
    return `It can not be judged: ${result.message ?? 'the template renders none of its conversations'}.`;
  const near = refused.find(({ repairs }) => repairs.includes(property));
  if (near !== undefined) return `"${near.titles.join('", "')}" would repair it, but ${near.reason}.`;
  if (nextEdits(start, [property]).length === 0) return 'No repair is known for its cause.';
  return 'None of the known repairs of its causes made it hold.';
}
