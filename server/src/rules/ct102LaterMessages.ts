import type { Finding, RelatedInformation, Span } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
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
  by: ['static'],
  severity: { serving: 'information', sft: 'information', rl: 'information' },
  explanation: `What is written for a message depends on what comes after it: on \`loop.last\`, on the number of messages, on the
next or the last message, on a scan that saw them all. That is how history gets rewritten when a message is appended. Found
by data flow, so it also shows what no conversation happens to break; where one does, CT101 stands beside it. What only the generation prompt prints is not reported: it is there to look at the end.`,
  repair:
    'Look behind instead (`loop.previtem`, a namespace that is filled as messages are written), or move it into the generation prompt.',
  find: (analysis) =>
    laterPlaces(analysis.subject.program.template)
      .filter(({ ahead }) => !ahead.carried.some((place) => isBlamed(analysis, place)))
      .map((place) => laterFinding(analysis, place)),
});

/** Whether it looks ahead somewhere that no conversation of the suite shows to break. */
export const looksAheadUnseen = (analysis: Analysis): boolean =>
  laterPlaces(analysis.subject.program.template).some(
    ({ span, ahead }) => ![span, ...ahead.carried].some((place) => isBlamed(analysis, place)),
  );

function isBlamed({ appendCauses, seamCauses }: Analysis, { start, end }: Span): boolean {
  return [...appendCauses, ...seamCauses].some(
    ({ culprit }) => culprit.span.start < end && start < culprit.span.end,
  );
}

function laterFinding({ source }: Analysis, { kind, span, ahead }: LaterPlace): Finding {
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
    severity: 'information',
    message: `${subject} on messages that come later (${what}): what is written here may change when one is appended.`,
    span,
    related,
    payload: { kind, source: source.slice(ahead.source.start, ahead.source.end) } satisfies LaterPayload,
  };
}
