/** Wording that writers share. */
import type { Fix } from '../../../protocol/certification.ts';

/** `repairs append.tool; 3 of 120 ordinary renders change` */
export function proofOf({ repairs, changes, compared }: Fix): string {
  const repaired = repairs.map(({ property }) => property).join(', ');
  const changed =
    changes.length === 0
      ? `none of ${compared} ordinary renders changes`
      : `${changes.length} of ${compared} ordinary renders ${changes.length === 1 ? 'changes' : 'change'}`;
  return `repairs ${repaired}; ${changed}`;
}

/** `1 render`, `2 renders` */
export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
