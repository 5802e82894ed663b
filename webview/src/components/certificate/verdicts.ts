/** How verdicts are shown. */
import type { ProfileVerdict } from '../../../../protocol/certificate.ts';
import type { PropertyResult } from '../../../../protocol/certification.ts';
import type { Tone } from './Mark.tsx';

export function toneOf({ verdict, byDesign }: PropertyResult): Tone {
  if (verdict === 'PASS') return 'pass';
  return verdict === 'FAIL' && !byDesign ? 'fail' : 'open';
}

export const wordOf = ({ verdict, byDesign }: PropertyResult) =>
  byDesign ? `${verdict} by design` : verdict;

export const profileTones: Readonly<Record<ProfileVerdict['verdict'], Tone>> = {
  holds: 'pass',
  breaks: 'fail',
  unknown: 'open',
};

const tones: readonly Tone[] = ['fail', 'open', 'pass'];

/** What a person acts on comes first; else the order stays. */
export function worstFirst<Row>(rows: readonly Row[], tone: (row: Row) => Tone): Row[] {
  return [...rows].sort((one, other) => tones.indexOf(tone(one)) - tones.indexOf(tone(other)));
}
