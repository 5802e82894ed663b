import { user } from '../../conversation/messages.ts';
import {
  asParsed,
  faultOf,
  responseFormatOf,
  roundTrip,
  settingsSampledOtherwise,
  turnSchemas,
  turnsFor,
  turnsOfSettings,
  turnTools,
  type LostPart,
  type Place,
  type ResponseFormat,
  type Turn,
} from '../response/index.ts';
import { siteAt } from '../blame/siteAt.ts';
import type { Dialect } from '../dialect.ts';
import { settingText, type Kwargs } from '../kwargs.ts';
import type { Subject } from '../subject.ts';
import { faultProperty, type Examination } from './faultProperty.ts';

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
one is not written at all. Where the template reads a switch under which other turns are sampled (thinking off, an effort),
those are tried too. What models do beyond that (other blanks, other escapes, other tokens) is listed by
\`chat-template drift\`.`,
  examine({ subject, dialect }, examination) {
    const usual = placeUnder(subject, dialect, {});
    if (usual === null) {
      examination.doesNotApply('the template renders no assistant turn');
      return;
    }
    const unread = unreadIn(usual.format);
    if (unread !== null)
      examination.note(`${unread} written in a way that is not read here: turns with them are not judged`);
    const lost = new Set(tryTurns(usual, examination, () => true));
    for (const kwargs of settingsSampledOtherwise(usual)) {
      const place = placeUnder(subject, dialect, kwargs);
      if (place === null) continue;
      tryTurns(place, examination, ({ id }) => turnsOfSettings.has(id) && !lost.has(id));
    }
  },
});

/** What the derived parser leaves out; null where it reads everything. */
function unreadIn({ callsRead, unreadable }: ResponseFormat): string | null {
  if (!callsRead) return 'calls are';
  return unreadable.length === 0 ? null : `arguments of type ${unreadable.join(' and ')} are`;
}

function placeUnder(subject: Subject, dialect: Dialect, kwargs: Kwargs): Place | null {
  const format = responseFormatOf(subject, kwargs, dialect);
  return format && { subject, format, messages, tools: turnTools, schemas: turnSchemas, kwargs };
}

/** Ids of the turns that do not survive. Under a setting only what can be sampled behind its prompt counts. */
function tryTurns(
  place: Place,
  examination: Examination<RoundTripFault>,
  isWanted: (turn: Turn) => boolean,
): string[] {
  const { subject, format, kwargs } = place;
  const isSet = Object.keys(kwargs).length > 0;
  return turnsFor(format)
    .filter(isWanted)
    .flatMap((turn) => {
      const wanted = asParsed(turn, format);
      const trip = roundTrip(place, wanted);
      if (trip === null || (isSet && !trip.emitted.answersPrompt)) return [];
      const { request } = trip.emitted;
      examination.text(request);
      const fault = faultOf(trip, wanted);
      if (fault === null) return [];
      const { part, at } = fault;
      const detail = isSet ? `${fault.detail}, where ${settingText(kwargs)} is passed` : fault.detail;
      examination.fault(
        { trajectory: turn.id, request, at: { start: at, end: at }, detail },
        siteAt(subject, request, at),
        { turn: turn.id, part, detail },
      );
      return [turn.id];
    });
}
