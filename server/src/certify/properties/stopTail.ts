import type { Span } from '../../../../protocol/certification.ts';
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import type { Subject } from '../subject.ts';
import { firstMarker } from '../markers.ts';
import { endOfConversation, endOfTurn } from '../probes/endOfTurn.ts';
import { structureOf } from '../structure.ts';
import { siteAt } from '../blame/siteAt.ts';
import { faultProperty } from './faultProperty.ts';

export interface TailFault {
  /** `turn`: behind the marker of each turn. `conversation`: only where the conversation ends. */
  readonly kind: 'turn' | 'conversation';
  readonly text: string;
  /** Its ids, where it stands behind the stop token; null without a tokenizer. */
  readonly ids: readonly number[] | null;
  /** Template spans that wrote it. */
  readonly writtenAt: readonly Span[];
}

export const stopTail = faultProperty<TailFault>({
  id: 'stop.tail',
  title: 'Nothing follows the stop token',
  definition: 'in R(M, off) the last turn ends at its stop token',
  explanation: `What the template writes behind the end marker of an assistant turn (a newline, a second end token) is never
sampled: the model has stopped. Ids that were sampled and ids of a fresh render differ by this tail, so that whoever
appends to sampled ids has to put it before the delta. A mark that stands only at the end of the conversation is worse:
it vanishes as soon as a message follows.`,
  examine({ subject }, examination) {
    if (subject.tokenizer !== null) examination.comparedTokens();
    const end = endOfTurn(subject);
    const { stop } = structureOf(subject);
    if (end === null || stop === null) {
      examination.cannotJudge('no marker ends an assistant turn');
      return;
    }
    examination.render(end.request);
    const fault = (kind: TailFault['kind'], text: string, at: number) =>
      examination.fault(
        {
          trajectory: 'the end of a turn',
          request: end.request,
          at: { start: at, end: at + text.length },
          detail: `${JSON.stringify(text)} follows ${JSON.stringify(stop)}`,
        },
        kind === 'conversation' ? end.site : siteAt(subject, end.request, at),
        {
          kind,
          text,
          ids: idsBehind(subject, end.request, at),
          writtenAt: writersOf(subject, end.request, at),
        },
      );
    const extra = endOfConversation(end);
    // A header that is there without being asked for is no tail of the turn.
    const header = firstMarker(structureOf(subject).turns.assistant?.header ?? '');
    if (extra !== '' && (header === null || !extra.includes(header)))
      fault('conversation', extra, end.at + end.last.length - extra.length);
    const { tail } = structureOf(subject).turns.assistant!;
    const behind = tail.slice(tail.indexOf(stop) + stop.length);
    if (behind !== '' && end.last.startsWith(tail))
      fault('turn', behind, end.at + tail.indexOf(stop) + stop.length);
  },
});

const writersOf = (subject: Subject, request: RenderRequest, at: number): Span[] => {
  const site = siteAt(subject, request, at);
  return site === null ? [] : [site];
};

/** Ids of a render from an offset on, as they are behind what stands before them. */
function idsBehind(subject: Subject, request: RenderRequest, at: number): number[] | null {
  const rendered = subject.render(request);
  const encoding = rendered.ok ? subject.encode(rendered.text) : null;
  return encoding === null ? null : [...encoding.ids].filter((_, index) => encoding.starts[index]! >= at);
}
