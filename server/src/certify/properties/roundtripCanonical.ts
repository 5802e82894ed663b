import { user } from '../../conversation/messages.ts';
import {
  asParsed,
  faultOf,
  responseFormatOf,
  roundTrip,
  turnSchemas,
  turnsFor,
  turnTools,
  type LostPart,
} from '../response/index.ts';
import { siteAt } from '../blame/siteAt.ts';
import { faultProperty } from './faultProperty.ts';

export interface RoundTripFault {
  /** The turn that did not survive: `null`, `content and a call`, ... */
  readonly turn: string;
  readonly part: LostPart;
  readonly detail: string;
}

const messages = [user('How warm is it in Paris?')];

export const roundtripCanonical = faultProperty<RoundTripFault>({
  id: 'roundtrip.canonical',
  title: 'A turn survives parse and render',
  definition: 'R(M + parse(turn), off) = R(M + a, off), where turn is what R(M + a, off) adds to R(M, on)',
  explanation: `Whoever keeps messages, not tokens, decodes what the model sampled, parses calls and reasoning out of it, and renders
the conversation again for the next step. Here the turn is the template's own, the parser is derived from its renders,
and nothing was sampled oddly: if even then another message or another text comes back, two things are written alike, or
one is not written at all. What models do beyond that (other blanks, other escapes, other tokens) is listed by
\`chat-template drift\`.`,
  examine({ subject, dialect }, examination) {
    const format = responseFormatOf(subject, {}, dialect);
    if (format === null) {
      examination.doesNotApply('the template renders no assistant turn');
      return;
    }
    const place = { subject, format, messages, tools: turnTools, schemas: turnSchemas, kwargs: {} };
    if (format.unreadable.length > 0) {
      const types = format.unreadable.join(' and ');
      examination.note(
        `arguments of type ${types} are written in a way that is not read here: turns with them are not judged`,
      );
    }
    for (const turn of turnsFor(format)) {
      const wanted = asParsed(turn, format);
      const trip = roundTrip(place, wanted);
      if (trip === null) continue;
      const { request } = trip.emitted;
      examination.text(request);
      const fault = faultOf(trip, wanted);
      if (fault === null) continue;
      const { part, detail, at } = fault;
      examination.fault(
        { trajectory: turn.id, request, at: { start: at, end: at }, detail },
        siteAt(subject, request, at),
        { turn: turn.id, part, detail },
      );
    }
  },
});
