import type { Finding, RelatedInformation, Span } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import { causesOf, type Cause } from '../certify/blame/causes.ts';
import { longConversation, rareBreaks } from '../certify/probes/rareHistories.ts';
import { laterPlaces, type LaterPlace } from '../dataflow/laterPlaces.ts';
import { defineRule } from './rule.ts';
import { code } from './wording.ts';

export interface LaterPayload {
  readonly kind: LaterPlace['kind'];
  readonly source: string;
}

export const ct102LaterMessages = defineRule<LaterPayload>({
  code: 'CT102',
  title: 'Output depends on later messages',
  by: ['static', 'renders'],
  severity: { serving: 'information', sft: 'warning', rl: 'error' },
  explanation: `What is written for a message depends on what comes after it: on \`loop.last\`, on the number of messages, on the
next or the last message, on a scan that saw them all. That is how history gets rewritten when a message is appended. Found
by data flow, so it also shows what no conversation happens to break: then it is information. Where a conversation of a
hundred messages breaks, it is an error; where a shorter one does, CT101 stands beside it. What only the generation prompt prints is not reported: it is there to look at the end.`,
  repair:
    'Look behind instead (`loop.previtem`, a namespace that is filled as messages are written), or move it into the generation prompt.',
  find: (analysis) =>
    laterPlaces(analysis.subject.program.template)
      .filter(({ ahead }) => !ahead.carried.some((place) => isBlamed(analysis, place)))
      .map((place) => laterFinding(analysis, place, growsOver(analysis, place))),
});

/** Whether a conversation that only grows is rewritten there. */
const growsOver = (analysis: Analysis, { span }: LaterPlace): boolean =>
  rareCausesOf(analysis).some((cause) => isOfGrowth(cause) && overlaps(cause.culprit.span, span));

/** What shows in long conversations only. */
export const isOfGrowth = ({ properties }: Cause): boolean =>
  properties.every((one) => one === longConversation);

/** Causes that only conversations beyond the suite show: asked where the template looks ahead and the suite does not show it. */
export function rareCausesOf(analysis: Analysis): readonly Cause[] {
  const known = rareCauses.get(analysis) ?? findRareCauses(analysis);
  rareCauses.set(analysis, known);
  return known;
}

const rareCauses = new WeakMap<Analysis, readonly Cause[]>();

function findRareCauses(analysis: Analysis): Cause[] {
  const unseen = laterPlaces(analysis.subject.program.template).filter(
    ({ span, ahead }) => ![span, ...ahead.carried].some((place) => isBlamed(analysis, place)),
  );
  if (unseen.length === 0) return [];
  return causesOf(analysis.subject, rareBreaks(analysis.subject, analysis.dialect), 'append').filter(
    ({ culprit }) => unseen.some(({ span }) => overlaps(culprit.span, span)),
  );
}

function isBlamed({ appendCauses, seamCauses }: Analysis, span: Span): boolean {
  return [...appendCauses, ...seamCauses].some(({ culprit }) => overlaps(culprit.span, span));
}

const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end;

function laterFinding({ source }: Analysis, { kind, span, ahead }: LaterPlace, isShown: boolean): Finding {
  const what = ahead.kind === 'scan' ? 'a scan of all messages' : code(source, ahead.source);
  const subject = kind === 'loop' ? 'The messages of this loop depend' : `${code(source, span)} depends`;
  const related: RelatedInformation[] = [
    {
      span: ahead.source,
      message: ahead.kind === 'scan' ? 'all messages are scanned here' : 'this looks ahead',
    },
    ...ahead.carried.map((carrier) => ({ span: carrier, message: 'it is kept here' })),
  ];
  return {
    code: 'CT102',
    severity: isShown ? 'error' : 'information',
    message: `${subject} on messages that come later (${what}): what is written here ${isShown ? 'changes once a conversation has grown to 100 messages' : 'may change when one is appended'}.`,
    span,
    related,
    payload: { kind, source: source.slice(ahead.source.start, ahead.source.end) } satisfies LaterPayload,
  };
}
