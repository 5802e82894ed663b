/** Whether a server's parser finds in a sampled turn what the template writes of it in history. */
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import { user } from '../../conversation/messages.ts';
import {
  allTurns,
  asParsed,
  responseFormatOf,
  roundTrip,
  turnSchemas,
  turnTools,
  type Place,
  type ResponseFormat,
  type Turn,
} from '../response/index.ts';
import { sharedLength } from '../compare.ts';
import { wholeMarkers } from '../markers.ts';
import type { Subject } from '../subject.ts';
import { reasoningIn, reasoningParsers, type ReasoningParser } from './reasoningParsers.ts';
import { toolCallParsers, type ToolCallParser } from './toolCallParsers.ts';
import type { ReadCall } from './readers.ts';

/** A turn as a model samples it. */
export interface SampledTurn {
  readonly turn: Turn;
  /** Without the generation prompt and the stop token: what a server hands to its parsers. */
  readonly text: string;
  /** Where in the render it begins. */
  readonly textFrom: number;
  /** The render that holds the turn, and where in it the call, or the reasoning, begins to be written. */
  readonly request: RenderRequest;
  readonly offset: number;
}

/** Turns with one call and, where the template shows several, with two; none where it renders no calls. */
export function sampledCalls(subject: Subject): readonly SampledTurn[] {
  const format = responseFormatOf(subject);
  if (format === null || format.parallel === 0) return [];
  const plain = sampled(subject, format, plainTurn);
  return turnsWithCalls.slice(0, format.parallel).flatMap((turn) => {
    const called = sampled(subject, format, turn);
    return called === null ? [] : [plain === null ? called : behindWhatTheyShare(called, plain)];
  });
}

/** A turn with reasoning; null where the template shows none, or writes it where no model samples it. */
export function sampledReasoning(subject: Subject): SampledTurn | null {
  const format = responseFormatOf(subject);
  if (format === null) return null;
  const turn = sampled(subject, format, turnWithReasoning);
  return turn !== null && turn.text.includes(turnWithReasoning.reasoning!) ? turn : null;
}

/** The first turn that the parser does not read; null where it reads all. */
export const misreadCalls = ({ read }: ToolCallParser, turns: readonly SampledTurn[]): SampledTurn | null =>
  turns.find(({ turn, text }) => !sameCalls(read(text), turn)) ?? null;

export const readsReasoning = (parser: ReasoningParser, { turn, text }: SampledTurn): boolean =>
  reasoningIn(parser, text)?.trim() === turn.reasoning;

/** Parsers that read all of these; none where there are no turns. */
export function fittingToolCallParsers(turns: readonly SampledTurn[]): readonly ToolCallParser[] {
  return turns.length === 0 ? [] : toolCallParsers.filter((parser) => misreadCalls(parser, turns) === null);
}

export function fittingReasoningParsers(turn: SampledTurn | null): readonly ReasoningParser[] {
  return turn === null ? [] : reasoningParsers.filter((parser) => readsReasoning(parser, turn));
}

const turnCalled = (id: string): Turn => allTurns.find((turn) => turn.id === id)!;
const turnsWithCalls: readonly Turn[] = ['texts', 'two calls'].map(turnCalled);
const plainTurn = turnCalled('content');
const turnWithReasoning = turnCalled('reasoning and content');

/** An empty block of reasoning before a call announces no call: a turn without one begins with it too. */
function behindWhatTheyShare(called: SampledTurn, plain: SampledTurn): SampledTurn {
  const shared = wholeMarkers(called.text, sharedLength(called.text, plain.text));
  return { ...called, offset: Math.max(called.offset, called.textFrom + shared) };
}

function sampled(subject: Subject, format: ResponseFormat, turn: Turn): SampledTurn | null {
  const messages = [user('How warm is it?')];
  const place: Place = { subject, format, messages, tools: turnTools, schemas: turnSchemas, kwargs: {} };
  const trip = roundTrip(place, asParsed(turn, format));
  if (trip === null) return null;
  const { text, request, base, sampledFrom, sampledTo } = trip.emitted;
  const said = text.slice(sampledFrom, sampledTo);
  const stop = format.stops.find((one) => said.endsWith(one)) ?? '';
  const { pieces } = trip.parsed;
  const first = pieces.findIndex(({ part }) => part !== 'scaffold' && part !== 'content');
  // What announces the call, as far as the model itself writes it.
  const announced = Math.max(pieces[first - 1]?.start ?? 0, sampledFrom - base);
  const blank = trip.parsed.text.slice(announced).search(/\S/);
  return {
    turn,
    text: said.slice(0, said.length - stop.length),
    textFrom: sampledFrom,
    request,
    offset: base + announced + Math.max(0, blank),
  };
}

function sameCalls(read: readonly ReadCall[] | null, { calls }: Turn): boolean {
  const plain = ({ name, arguments: args }: ReadCall) => JSON.stringify([name, args]);
  return read !== null && read.map(plain).join() === calls.map(plain).join();
}
