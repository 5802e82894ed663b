/** What a model may have sampled in place of turns that the template writes. */
import { concatIds } from '../../tokenizer/analysis/ids.ts';
import { randomSegmentations } from '../../tokenizer/analysis/drift.ts';
import {
  asParsed,
  emit,
  parseResponse,
  type Emitted,
  type ParsedTurn,
  type Place,
  type ResponseFormat,
} from '../response/index.ts';
import type { Sampled } from './compare.ts';
import { perturbations, type Perturbed, type Sample } from './perturbations.ts';
import { driftTurns } from './turns.ts';

/** Segmentations that are tried, and how many of their tokens are split: the same every time. */
const segmentations = { seed: 304, samples: 20, share: 0.1 } as const;

/** Every turn of the table that the template renders. */
export function eachTurn<T>(
  place: Place,
  of: (turn: string, wanted: ParsedTurn, emitted: Emitted) => readonly T[],
): T[] {
  return driftTurns.flatMap((turn) => {
    if (turn.calls.length > 0 && place.format.style === null) return [];
    const wanted = asParsed(turn, place.format);
    const emitted = emit(place, wanted);
    return emitted === null || !shows(emitted, wanted) ? [] : of(turn.id, wanted, emitted);
  });
}

/** A turn whose reasoning does not show is another turn's row. */
const shows = ({ text, base }: Emitted, { reasoning }: ParsedTurn) =>
  reasoning === null || text.slice(base).includes(reasoning);

/** What a model may have sampled in place of a turn of the template's; of segmentations, several. */
export interface Variant {
  readonly id: string;
  readonly title: string;
  readonly samples: readonly Sampled[];
}

export function variantsOf(place: Place, wanted: ParsedTurn, emitted: Emitted): Variant[] {
  const sample = sampleOf(place, wanted, emitted);
  const own = sampledText(place, emitted, { text: sample.text, cuts: [] });
  const perturbed = perturbations.flatMap(({ id, title, apply }) => {
    const found = apply(sample);
    return found === null ? [] : [{ id, title, samples: [sampledText(place, emitted, found)] }];
  });
  const others = otherTokens(place, own);
  return [
    { id: 'rendered', title: 'as the template writes it', samples: [own] },
    ...perturbed,
    ...(others.length === 0
      ? []
      : [{ id: 'segmentation', title: 'the same text in other tokens', samples: others }]),
  ];
}

function sampleOf(place: Place, turn: ParsedTurn, emitted: Emitted): Sample {
  const text = emitted.text.slice(emitted.base, emitted.sampledTo);
  const prefill = emitted.text.slice(emitted.base, emitted.sampledFrom);
  const parsed = parseResponse(place.format, text.slice(prefill.length), { tools: place.tools, prefill });
  return {
    turn,
    text,
    pieces: parsed.pieces,
    stop: stopOf(place.format, text),
    rendered(other) {
      const found = emit(place, other);
      return found === null ? null : found.text.slice(found.base, found.sampledTo);
    },
  };
}

const stopOf = ({ stops }: ResponseFormat, text: string) => stops.find((stop) => text.endsWith(stop)) ?? null;

/** The turn behind its prompt, as text and ids. */
function sampledText({ subject }: Place, emitted: Emitted, { text, cuts }: Perturbed): Sampled {
  const { base, sampledFrom } = emitted;
  const before = emitted.text.slice(0, base);
  const borders = [0, ...cuts.map((cut) => base + cut), base + text.length];
  const whole = before + text;
  const parts = borders
    .slice(1)
    .map((to, index) => subject.encode(whole.slice(borders[index], to))?.ids ?? null);
  const ids = parts.every((part) => part !== null) ? concatIds(...parts) : null;
  return { text: whole, base, sampledFrom: Math.min(sampledFrom, whole.length), ids };
}

function otherTokens(place: Place, own: Sampled): Sampled[] {
  const { tokenizer } = place.subject;
  const prompt = own.text.slice(0, own.sampledFrom);
  const promptIds = place.subject.encode(prompt)?.ids;
  if (tokenizer === null || promptIds === undefined) return [];
  const sampled = own.text.slice(own.sampledFrom);
  if (tokenizer.decode(tokenizer.encode(sampled).ids) !== sampled) return [];
  return randomSegmentations(tokenizer, sampled, segmentations).map((ids) => ({
    ...own,
    ids: concatIds(promptIds, ids),
  }));
}
