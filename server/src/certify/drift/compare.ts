/** A sampled turn and what is rendered of the message that it was parsed into, text and ids side by side. */
import { equalIds, sharedPrefix, sharedSuffix } from '../../tokenizer/analysis/ids.ts';
import { sharedLength } from '../compare.ts';
import { emit, parseResponse, type Emitted, type ParsedResponse, type Place } from '../response/index.ts';

/** What was sampled behind a prompt. Both texts are of the whole conversation. */
export interface Sampled {
  /** Everything before the turn's own text, and the turn through its last sampled unit. */
  readonly text: string;
  /** Where the turn's text begins, and where what was sampled of it does. */
  readonly base: number;
  readonly sampledFrom: number;
  /** Ids of `text`; null without a tokenizer. */
  readonly ids: Int32Array | null;
}

export interface Comparison {
  readonly sampled: Sampled;
  readonly parsed: ParsedResponse;
  /** Null where the template raises on the parsed message. */
  readonly again: Emitted | null;
  /** What of that render is compared: through the last sampled unit. */
  readonly againText: string | null;
  /** Ids of the same stretch rendered again; null without a tokenizer or a render. */
  readonly againIds: Int32Array | null;
  readonly drift: Drift | null;
}

/** Where the two part. */
export interface Drift {
  /** `text`: other characters. `tokens`: the same characters in other tokens. */
  readonly level: 'text' | 'tokens';
  /** UTF-16 offset in both texts. */
  readonly offset: number;
  /** Ids that both share from the start, and how many of either differ; null without a tokenizer. */
  readonly shared: number | null;
  readonly sampledCount: number | null;
  readonly againCount: number | null;
}

export function compareSampled(place: Place, sampled: Sampled): Comparison {
  const { text, base, sampledFrom } = sampled;
  const parsed = parseResponse(place.format, text.slice(sampledFrom), {
    tools: place.schemas ?? place.tools,
    prefill: text.slice(base, sampledFrom),
  });
  const again = emit(place, parsed.turn);
  const rendered = again === null ? null : alike(text, again.text.slice(0, again.sampledTo), place);
  const againIds = rendered === null ? null : (place.subject.encode(rendered)?.ids ?? null);
  const drift = rendered === null ? null : driftBetween(sampled, rendered, againIds);
  return { sampled, parsed, again, againText: rendered, againIds, drift };
}

/** A server may have taken the stop token off the turn: then it is not looked for. */
function alike(sampled: string, again: string, { format }: Place): string {
  const rest = again.startsWith(sampled) ? again.slice(sampled.length) : '';
  return format.stops.includes(rest) ? sampled : again;
}

function driftBetween({ text, ids }: Sampled, again: string, againIds: Int32Array | null): Drift | null {
  const sameText = text === again;
  if (ids === null || againIds === null) {
    const none = { shared: null, sampledCount: null, againCount: null };
    return sameText ? null : { level: 'text', offset: sharedLength(text, again), ...none };
  }
  if (sameText && equalIds(ids, againIds)) return null;
  const shared = sharedPrefix(ids, againIds);
  const behind = sharedSuffix(ids, againIds, shared);
  return {
    level: sameText ? 'tokens' : 'text',
    offset: sharedLength(text, again),
    shared,
    sampledCount: ids.length - shared - behind,
    againCount: againIds.length - shared - behind,
  };
}
