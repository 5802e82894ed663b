/** The model behind "Show Round-Trip Drift": a sampled turn, the message it is read as, and what is rendered of that. */
import type { RoundTripModel, SampledText, TokenCell, TokenDiffModel } from '../../../../protocol/views.ts';
import type { Analysis } from '../analysis.ts';
import { tracedText } from '../blame/causes.ts';
import { sharedLength } from '../compare.ts';
import {
  compareTurn,
  offersOf,
  outcomeOf,
  placeOf,
  type Comparison,
  type SampledTurn,
} from '../drift/index.ts';
import { messageOf, type Place } from '../response/index.ts';
import type { Subject } from '../subject.ts';
import { spansOf } from './sampledSpans.ts';
import { tokenCells } from './tokenCells.ts';
import { keysOf, stretchesOf, type ViewedTemplate } from './tokenDiff.ts';

/** `given`: what a person typed or chose; else the first turn that the template writes. Null where it writes none. */
export function roundTripView(
  { subject }: Analysis,
  viewed: ViewedTemplate,
  given: SampledText | null,
): RoundTripModel | null {
  const known = placeOf(subject, {});
  if (known === null) return null;
  // Renders of what people type would pile up with those of the suite.
  const place = { ...known, subject: subject.aside() };
  const offers = offersOf(place).map(({ id, label, sampled }) => ({ id, label, sampled: shown(sampled) }));
  const sampled = given ?? offers[0]?.sampled ?? { form: 'text', text: '' };
  return { kind: 'round-trip', ...viewed, sampled, offers, outcome: outcomeFor(place, viewed, sampled) };
}

const shown = (sampled: SampledTurn): SampledText =>
  sampled.kind === 'text'
    ? { form: 'text', text: sampled.text }
    : { form: 'ids', text: sampled.ids.join(' ') };

function outcomeFor(place: Place, viewed: ViewedTemplate, sampled: SampledText): RoundTripModel['outcome'] {
  const turn = turnOf(sampled);
  if (typeof turn === 'string') return { ok: false, reason: turn };
  const compared = compareTurn(place, turn);
  if (!compared.ok) return compared;
  const { comparison } = compared;
  const result = outcomeOf(comparison);
  if (result === 'raises')
    return { ok: false, reason: 'The template raises on the message that the turn is read as.' };
  const { malformed, turn: parsed } = comparison.parsed;
  const before = comparison.sampled.sampledFrom - comparison.sampled.base;
  return {
    ok: true,
    result,
    malformed:
      malformed === null ? null : { at: Math.max(0, malformed.at - before), message: malformed.message },
    message: messageOf(place.format, parsed),
    diff: diffOf(place, viewed, comparison),
  };
}

/** The turn, or what is wrong with what was typed. */
function turnOf({ form, text }: SampledText): SampledTurn | string {
  if (form === 'text') return { kind: 'text', text };
  const odd = /[^\d\s,[\]]+/.exec(text);
  if (odd !== null) return `“${odd[0]}” is no token id: give numbers, with blanks or commas between.`;
  return { kind: 'ids', ids: (text.match(/\d+/g) ?? []).map(Number) };
}

function diffOf(place: Place, viewed: ViewedTemplate, comparison: Comparison): TokenDiffModel {
  const { subject } = place;
  const { sampled, again, againText, drift } = comparison;
  const rendered = tracedText(subject, again!.request);
  const after = ownCells(tokenCells(subject, rendered), sampled.base, againText!.length);
  const before = ownCells(cellsOfSampled(subject, comparison), sampled.base, sampled.text.length);
  const [own, others] = [keysOf({ tokens: before }), keysOf({ tokens: after })];
  const shared = sharedLength(own, others);
  const preserved = drift === null;
  const { request } = again!;
  return {
    kind: 'token-diff',
    ...viewed,
    level: subject.tokenizer === null ? 'text' : 'tokens',
    property: 'roundtrip.canonical',
    title: 'Sampled, and rendered again',
    explanation: '',
    preserved,
    before: { title: 'as sampled', request, text: sampled.text, tokens: before },
    after: { title: 'rendered again', request, text: againText!, tokens: after },
    stretches: stretchesOf(own, others),
    divergence: preserved ? null : { before: shared, after: shared },
    choices: [],
    choice: '',
  };
}

/** Of the turn alone. */
const ownCells = (cells: readonly TokenCell[], from: number, to: number) =>
  cells.filter(({ start, end }) => end > from && start < to);

/** Nothing of the template wrote what was sampled; where it says the same as the render, it points to the same place. */
function cellsOfSampled(subject: Subject, { sampled, again }: Comparison): TokenCell[] {
  const rendered = tracedText(subject, again!.request);
  const alike = sharedLength(sampled.text, rendered.text);
  const encoding = sampled.ids === null ? null : spansOf(subject, sampled.text, sampled.ids);
  const cells = tokenCells(subject, { ...rendered, text: sampled.text }, encoding);
  const unplaced = { site: null, line: undefined, path: null, generation: false };
  if (encoding !== null) return cells.map((cell) => (cell.start < alike ? cell : { ...cell, ...unplaced }));
  const whole = { id: -1, special: false, bytes: null, message: -1, ...unplaced };
  const { base, text } = sampled;
  return [{ ...whole, start: base, end: text.length, text: text.slice(base) }];
}
