/** Settings under which a model samples other turns than it does by default: switches for thinking, efforts. */
import { otherSettings, type Kwargs } from '../kwargs.ts';
import { asParsed } from './message.ts';
import { emit, type Emitted, type Place } from './roundTrip.ts';
import { allTurns, callTurns, plainTurns } from './turns.ts';

/** Turns that show it, and those worth trying again: how values are written no such switch changes. */
const asked = ['content', 'reasoning and content', 'reasoning and a call'];
const settingTurns = [...callTurns, ...plainTurns];

/** `place`: under no setting. */
export function settingsSampledOtherwise(place: Place): Kwargs[] {
  const { subject } = place;
  const settings = [...subject.kwargs.slice(1), ...otherSettings(subject.program.template)];
  const usual = samplesUnder(place, {});
  const seen = new Set([usual]);
  return settings.filter((kwargs) => {
    const samples = samplesUnder(place, kwargs);
    if (seen.has(samples)) return false;
    seen.add(samples);
    return true;
  });
}

/** Ids of the turns to try under such a setting. */
export const turnsOfSettings: ReadonlySet<string> = new Set(settingTurns.map(({ id }) => id));

/** What is sampled of some turns, and what the prompt gives of them. */
function samplesUnder(place: Place, kwargs: Kwargs): string {
  const samples = allTurns
    .filter(({ id }) => asked.includes(id))
    .map((turn) => {
      const emitted = emit({ ...place, kwargs }, asParsed(turn, place.format));
      return emitted === null || !emitted.answersPrompt ? null : partsOf(emitted);
    });
  return JSON.stringify(samples);
}

const partsOf = ({ text, base, sampledFrom, sampledTo }: Emitted) => [
  text.slice(base, sampledFrom),
  text.slice(sampledFrom, sampledTo),
];
