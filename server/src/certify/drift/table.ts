/** The drift table of a template: what becomes of turns that models write a little otherwise. */
import type { Kwargs } from '../kwargs.ts';
import type { Emitted, ParsedTurn, Place } from '../response/index.ts';
import type { Subject } from '../subject.ts';
import { compareSampled, type Comparison, type Sampled } from './compare.ts';
import { placeOf } from './turn.ts';
import { eachTurn, variantsOf } from './variants.ts';

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

const excerpt = 24;

/** Null where the template renders no assistant turn. Throws RenderStopped where a render met a limit. */
export function driftTable(subject: Subject, kwargs: Kwargs = {}): DriftRow[] | null {
  const place = placeOf(subject, { kwargs });
  return place === null
    ? null
    : eachTurn(place, (turn, wanted, emitted) => rowsOf(place, turn, wanted, emitted));
}

function rowsOf(place: Place, turn: string, wanted: ParsedTurn, emitted: Emitted): DriftRow[] {
  return variantsOf(place, wanted, emitted).map(({ id, title, samples }) =>
    rowOf(
      place,
      { id, title, turn },
      samples.map((sampled) => compareSampled(place, sampled)),
    ),
  );
}

function rowOf(
  place: Place,
  of: Pick<DriftRow, 'id' | 'title' | 'turn'>,
  comparisons: readonly Comparison[],
): DriftRow {
  const drifted = comparisons.filter((comparison) => outcomeOf(comparison) !== 'same');
  const shown = drifted[0] ?? comparisons[0]!;
  const { sampled, drift } = shown;
  const [was, is] = excerptsOf(place, shown);
  return {
    ...of,
    outcome: outcomeOf(shown),
    drifted: drifted.length,
    samples: comparisons.length,
    sampled: was,
    again: is,
    token: drift === null || drift.shared === null ? null : drift.shared - promptLength(place, sampled),
    sampledCount: drift?.sampledCount ?? null,
    againCount: drift?.againCount ?? null,
  };
}

/** Both sides from where they part: tokens where only they differ, else text. */
function excerptsOf(place: Place, { sampled, againText, againIds, drift }: Comparison): [string, string] {
  if (drift === null || againText === null) return ['', ''];
  const { level, offset, shared, sampledCount, againCount } = drift;
  if (level === 'text')
    return [sampled.text.slice(offset, offset + excerpt), againText.slice(offset, offset + excerpt)];
  return [spelt(place, sampled.ids!, shared!, sampledCount!), spelt(place, againIds!, shared!, againCount!)];
}

export function outcomeOf({ parsed, again, drift }: Comparison): Outcome {
  if (parsed.malformed !== null) return 'unread';
  if (again === null) return 'raises';
  return drift?.level ?? 'same';
}

const promptLength = ({ subject }: Place, { text, sampledFrom }: Sampled) =>
  subject.encode(text.slice(0, sampledFrom))?.ids.length ?? 0;

const shownTokens = 4;

/** The first of some tokens, one from the other by a bar. */
function spelt({ subject: { tokenizer } }: Place, ids: Int32Array, from: number, count: number): string {
  const shown = ids.slice(from, from + Math.min(shownTokens, count));
  return Array.from(shown, (id) => tokenizer!.decode([id])).join('|');
}
