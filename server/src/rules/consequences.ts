/**
 * One cause, one finding: what breaks at the place of another finding, and because of it, is told for information.
 * The cause then weighs as much as the gravest of what follows from it.
 */
import type { Finding, Span } from '../../../protocol/certification.ts';
import type { StopFault } from '../certify/properties/stopKnown.ts';
import type { MaskPayload } from './ct401NoLossMask.ts';
import type { PrefixPayload } from './prefixFinding.ts';
import { gravest } from './severity.ts';

interface Link {
  /** The cause's code. */
  readonly from: string;
  /**
   * `place`: where both are told of the same text; `header`: the cause is a header where none belongs; `bos`: that text holds the BOS token;
   * `marker`: both are about the marker that ends the last turn;
   * `hole`: what the mask lacks is why it is empty in places; `no mask`: it is empty everywhere.
   */
  readonly by: 'place' | 'header' | 'bos' | 'marker' | 'hole' | 'no mask' | 'anywhere';
}

const at = (from: string): Link => ({ from, by: 'place' });

/** What a finding may be a mere consequence of, by its code: rules that say more of the cause, the nearest first. */
const links: Readonly<Record<string, readonly Link[]>> = {
  CT101: [
    { from: 'CT202', by: 'header' },
    { from: 'CT203', by: 'header' },
    { from: 'CT301', by: 'bos' },
    ...['CT302', 'CT104', 'CT105', 'CT203', 'CT701'].map(at),
  ],
  CT201: [
    { from: 'CT202', by: 'header' },
    { from: 'CT203', by: 'header' },
    { from: 'CT301', by: 'bos' },
    ...['CT302', 'CT104', 'CT105', 'CT203', 'CT301', 'CT603', 'CT701', 'CT101'].map(at),
  ],
  CT203: ['CT202', 'CT301', 'CT106'].map(at),
  CT205: [at('CT101')],
  CT302: [at('CT305')],
  CT304: [
    { from: 'CT203', by: 'anywhere' },
    { from: 'CT104', by: 'anywhere' },
    { from: 'CT305', by: 'anywhere' },
    { from: 'CT201', by: 'anywhere' },
  ],
  CT305: [{ from: 'CT202', by: 'anywhere' }, { from: 'CT104', by: 'marker' }, at('CT105')],
  CT401: [{ from: 'CT402', by: 'hole' }],
  CT402: [{ from: 'CT401', by: 'no mask' }],
  CT501: [at('CT806')],
  CT502: [at('CT501')],
  CT503: ['CT101', 'CT603', 'CT605'].map(at),
  CT506: [at('CT804')],
  CT606: [at('CT601')],
};

/** The same findings in the same order. */
export function withConsequences(findings: readonly Finding[]): Finding[] {
  const causes = findings.map((finding) => causeOf(finding, findings));
  return findings.map((finding, index) => {
    const cause = causes[index]!;
    if (cause !== null)
      return {
        ...finding,
        severity: 'information',
        message: `${finding.message} It follows from ${cause.code}.`,
      };
    const following = findings.filter((_, other) => causes[other] === finding);
    return { ...finding, severity: gravest([finding, ...following].map(({ severity }) => severity)) };
  });
}

function causeOf(finding: Finding, findings: readonly Finding[]): Finding | null {
  if (finding.severity === 'information') return null;
  for (const { from, by } of links[finding.code] ?? []) {
    const cause = findings.find(
      (other) => other.code === from && other.severity !== 'information' && connected[by](finding, other),
    );
    // A cause that follows from another in turn is told there.
    if (cause !== undefined) return causeOf(cause, findings) ?? cause;
  }
  return null;
}

const connected: Readonly<Record<Link['by'], (finding: Finding, cause: Finding) => boolean>> = {
  anywhere: () => true,
  place: (finding, cause) =>
    !isPlaceless(finding) &&
    placesOf(finding).some((place) => placesOf(cause).some((other) => overlaps(place, other))),
  bos: ({ payload }, cause) => {
    const { vanished, appeared } = payload as PrefixPayload;
    const { bos } = cause.payload as { bos: string };
    return [vanished, appeared].some(({ text }) => text.includes(bos) || beginsWithRestOf(text, bos));
  },
  marker: ({ payload }, cause) => (payload as StopFault).last === (cause.payload as StopFault).last,
  hole: ({ payload }) => (payload as MaskPayload).kind === 'partly',
  'no mask': (_, { payload }) => (payload as MaskPayload).kind !== 'partly',
  header: (_, { payload }) => misplaced.has((payload as { kind?: string }).kind ?? ''),
};

/** Texts that part inside of a token show the rest of it only. */
const beginsWithRestOf = (text: string, token: string) =>
  [...token.slice(2)].some((_, index) => text.startsWith(token.slice(index + 1)));

/** What is told of a header that stands where nobody asked for one: every later turn is off by it. */
const misplaced: ReadonlySet<string> = new Set(['unconditional', 'repeated']);

/** Where a finding stands and, for a broken prefix, where the text in question was written. */
const placesOf = ({ span, payload }: Finding): readonly Span[] => [
  span,
  ...((payload as Partial<PrefixPayload> | null)?.writtenAt ?? []),
];

/** What is lost altogether stands at the first line, for want of a place. */
const isPlaceless = ({ code, span }: Finding) => code === 'CT503' && span.start === 0;

const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end;
