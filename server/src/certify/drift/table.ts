/** The drift table of a template: what becomes of turns that models write a little otherwise. */
import { concatIds } from '../../tokenizer/analysis/ids.ts';
import { randomSegmentations } from '../../tokenizer/analysis/drift.ts';
import type { Kwargs } from '../kwargs.ts';
import {
  asParsed,
  emit,
  parseResponse,
  type Emitted,
  type ParsedTurn,
  type Place,
  type ResponseFormat,
} from '../response/index.ts';
import type { Subject } from '../subject.ts';
import { compareSampled, type Comparison, type Sampled } from './compare.ts';
import { perturbations, type Perturbed, type Sample } from './perturbations.ts';
import { placeOf } from './turn.ts';
import { driftTurns } from './turns.ts';

/**
 * `same`: the same ids come back (the same text, without a tokenizer). `tokens`, `text`: other ones do. `unread`: the
 * parser did not understand the turn. `raises`: the template does not render the parsed message.
 */
export type Outcome = 'same' | 'tokens' | 'text' | 'unread' | 'raises';

export interface DriftRow {
  /** Id and title of the perturbation; `rendered`: the template's own text; `segmentation`: the same text in other tokens. */
  readonly id: string;
  readonly title: string;
  readonly turn: string;
  readonly outcome: Outcome;
  /** Of several samples (segmentations), how many came back as other ids; else one of one. */
  readonly drifted: number;
  readonly samples: number;
  /** The sampled text and what came back, from the first difference (cut for display); empty where none is. */
  readonly sampled: string;
  readonly again: string;
  /** The first token that differs, counted in the sampled ids of the turn from 0; null without a tokenizer or difference. */
  readonly token: number | null;
  /** How many sampled ids are replaced by how many. */
  readonly sampledCount: number | null;
  readonly againCount: number | null;
}

/** Segmentations that are tried, and how many of their tokens are split: the same every time. */
const segmentations = { seed: 304, samples: 20, share: 0.1 } as const;

const excerpt = 24;

/** Null where the template renders no assistant turn. Throws RenderStopped where a render met a limit. */
export function driftTable(subject: Subject, kwargs: Kwargs = {}): DriftRow[] | null {
  const place = placeOf(subject, { kwargs });
  return place === null
    ? null
    : eachTurn(place, (turn, wanted, emitted) => rowsOf(place, turn, wanted, emitted));
}

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

function rowsOf(place: Place, turn: string, wanted: ParsedTurn, emitted: Emitted): DriftRow[] {
  return variantsOf(place, wanted, emitted).map(({ id, title, samples }) =>
    rowOf(
      place,
      { id, title, turn },
      samples.map((sampled) => compareSampled(place, sampled)),
    ),
  );
}

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

function rowOf(
  place: Place,
  of: Pick<DriftRow, 'id' | 'title' | 'turn'>,
  comparisons: readonly Comparison[],
): DriftRow {
  const drifted = comparisons.filter((comparison) => outcomeOf(comparison) !== 'same');
  const shown = drifted[0] ?? comparisons[0]!;
  const { sampled, again, drift } = shown;
  const from = drift?.offset ?? 0;
  const isTokens = drift?.level === 'tokens';
  return {
    ...of,
    outcome: outcomeOf(shown),
    drifted: drifted.length,
    samples: comparisons.length,
    sampled:
      drift === null
        ? ''
        : isTokens
          ? spelt(place, shown, 'sampled')
          : sampled.text.slice(from, from + excerpt),
    again:
      drift === null
        ? ''
        : isTokens
          ? spelt(place, shown, 'again')
          : again!.text.slice(from, Math.min(from + excerpt, again!.sampledTo)),
    token: drift?.shared === null || drift === null ? null : drift.shared - promptLength(place, sampled),
    sampledCount: drift?.sampledCount ?? null,
    againCount: drift?.againCount ?? null,
  };
}

export function outcomeOf({ parsed, again, drift }: Comparison): Outcome {
  if (parsed.malformed !== null) return 'unread';
  if (again === null) return 'raises';
  return drift?.level ?? 'same';
}

const promptLength = ({ subject }: Place, { text, sampledFrom }: Sampled) =>
  subject.encode(text.slice(0, sampledFrom))?.ids.length ?? 0;

const shownTokens = 4;

/** The first tokens that differ, one from the other by a bar. */
function spelt(
  { subject: { tokenizer } }: Place,
  { sampled, againIds, drift }: Comparison,
  side: 'sampled' | 'again',
): string {
  const ids = side === 'sampled' ? sampled.ids! : againIds!;
  const count = Math.min(shownTokens, (side === 'sampled' ? drift!.sampledCount : drift!.againCount)!);
  return Array.from(ids.slice(drift!.shared!, drift!.shared! + count), (id) => tokenizer!.decode([id])).join(
    '|',
  );
}
