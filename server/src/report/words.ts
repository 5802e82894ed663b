/** Wording that writers share. */
import type { Fix } from '../../../protocol/certification.ts';
import type { CheckedTemplate } from './report.ts';

/** `repairs append.tool; 3 of 120 ordinary renders change` */
export function proofOf({
  repairs,
  changes,
  compared,
  under = {},
}: Pick<Fix, 'repairs' | 'changes' | 'compared' | 'under'>): string {
  const where = Object.keys(under).map((name) => ` where ${name} is true`);
  const repaired = (repairs.map(({ property }) => property).join(', ') || 'this place') + where.join('');
  const changed =
    changes.length === 0
      ? `none of ${compared} ordinary renders changes`
      : `${changes.length} of ${compared} ordinary renders ${changes.length === 1 ? 'changes' : 'change'}`;
  return `repairs ${repaired}; ${changed}`;
}

/** `1 render`, `2 renders` */
export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What the ids are of, or why there are none. */
export function tokenizerNoteOf({ certification, tokenizerNote }: CheckedTemplate): string {
  return certification.tokenizer === null
    ? `no tokenizer (${tokenizerNote ?? 'none given'}): checked on text only`
    : `tokenizer ${certification.tokenizer.source}`;
}
