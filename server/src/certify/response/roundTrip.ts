/** A turn as the template renders it, taken for sampled, parsed, and rendered again in the same place. */
import type { Json, Message, RenderRequest } from '../../../../protocol/conversation.ts';
import { sharedLength } from '../compare.ts';
import { wholeMarkers } from '../markers.ts';
import type { Kwargs } from '../kwargs.ts';
import type { Subject } from '../subject.ts';
import type { ResponseFormat } from './format.ts';
import { messageOf } from './message.ts';
import { parseResponse } from './parse.ts';
import type { ParsedResponse, ParsedTurn } from './parsed.ts';
import { spellTools } from './tools.ts';

/** Where the turn stands. */
export interface Place {
  readonly subject: Subject;
  readonly format: ResponseFormat;
  /** Messages before the turn. */
  readonly messages: readonly Message[];
  readonly tools: Json;
  /** What types arguments have, where the tools rendered don't say. */
  readonly schemas?: Json;
  readonly kwargs: Kwargs;
}

export interface Emitted {
  readonly request: RenderRequest;
  /** The whole render; the turn begins at `base`, what the model samples of it at `sampledFrom`, up to `sampledTo`. */
  readonly text: string;
  readonly base: number;
  readonly sampledFrom: number;
  readonly sampledTo: number;
  /** Whether the turn goes on where the prompt ends: what is rendered otherwise nobody sampled behind it. */
  readonly answersPrompt: boolean;
}

export function requestFor(
  { messages, tools, kwargs }: Place,
  turn: ParsedTurn,
  format: ResponseFormat,
): RenderRequest {
  return requestOf({ tools, kwargs, format }, [...messages, messageOf(format, turn)], false);
}

/** Null where the template raises, or where it rewrites what stands before the turn: then nothing tells the turn's text. */
export function emit(place: Place, turn: ParsedTurn): Emitted | null {
  const { subject, messages, format } = place;
  const request = requestFor(place, turn, format);
  const whole = subject.render(request);
  const off = subject.render(requestOf(place, messages, false));
  const on = subject.render(requestOf(place, messages, true));
  if (!whole.ok || !off.ok || !on.ok) return null;
  const { text } = whole;
  const base = off.text.length - format.backstep;
  if (sharedLength(off.text, text) < base) return null;
  const sampledFrom = Math.max(base, wholeMarkers(text, sharedLength(on.text, text)));
  const sampledTo = endOfTurn(text, sampledFrom, format);
  return { request, text, base, sampledFrom, sampledTo, answersPrompt: text.startsWith(on.text) };
}

function requestOf(
  { tools, kwargs, format }: Pick<Place, 'tools' | 'kwargs' | 'format'>,
  messages: readonly Message[],
  addGenerationPrompt: boolean,
): RenderRequest {
  return {
    conversation: { messages, tools: spellTools(tools, format.toolForm), documents: null, kwargs },
    addGenerationPrompt,
  };
}

/** Behind the last stop token; what follows it the model never samples. */
function endOfTurn(text: string, from: number, { stops }: ResponseFormat): number {
  const ends = stops.map((stop) => {
    const at = text.lastIndexOf(stop);
    return at < from ? -1 : at + stop.length;
  });
  const end = Math.max(...ends, -1);
  return end < 0 ? text.length : end;
}

export interface RoundTrip {
  readonly emitted: Emitted;
  readonly parsed: ParsedResponse;
  /** The parsed message in the same place; null where the template raises on it. */
  readonly again: Emitted | null;
}

/** Null where the template does not render the turn in the first place. */
export function roundTrip(place: Place, turn: ParsedTurn): RoundTrip | null {
  const emitted = emit(place, turn);
  if (emitted === null) return null;
  const { text, base, sampledFrom, sampledTo } = emitted;
  const parsed = parseResponse(place.format, text.slice(sampledFrom, sampledTo), {
    tools: place.schemas ?? place.tools,
    prefill: text.slice(base, sampledFrom),
  });
  return { emitted, parsed, again: emit(place, parsed.turn) };
}
