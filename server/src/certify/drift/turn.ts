/** A turn that somebody sampled, as text or ids, behind the prompt that it answers. */
import type { Json, Message } from '../../../../protocol/conversation.ts';
import { concatIds } from '../../tokenizer/analysis/ids.ts';
import { user } from '../../conversation/messages.ts';
import type { Kwargs } from '../kwargs.ts';
import { responseFormatOf, toolsFor, type Place } from '../response/index.ts';
import { spellTools } from '../response/tools.ts';
import type { Subject } from '../subject.ts';
import { compareSampled, type Comparison } from './compare.ts';
import { driftTurns } from './turns.ts';

/** What the turn answers, where nobody says otherwise. */
export const defaultMessages: readonly Message[] = [user('How warm is it in Zürich?')];
export const defaultTools: Json = toolsFor(driftTurns);

export interface Asked {
  readonly messages?: readonly Message[];
  readonly tools?: Json;
  readonly kwargs?: Kwargs;
}

export type SampledTurn =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'ids'; readonly ids: readonly number[] };

export type TurnCompared =
  { readonly ok: true; readonly comparison: Comparison } | { readonly ok: false; readonly reason: string };

/** Where turns of a conversation stand; null where the template renders no assistant turn. */
export function placeOf(subject: Subject, { messages, tools, kwargs = {} }: Asked): Place | null {
  const format = responseFormatOf(subject, kwargs);
  if (format === null) return null;
  return {
    subject,
    format,
    messages: messages ?? defaultMessages,
    tools: tools === undefined ? defaultTools : tools,
    kwargs,
  };
}

/** Throws RenderStopped where a render met a limit. */
export function compareTurn(place: Place, sampled: SampledTurn): TurnCompared {
  const { subject } = place;
  const { tokenizer } = subject;
  if (sampled.kind === 'ids' && tokenizer === null)
    return { ok: false, reason: 'Ids say nothing without a tokenizer: choose one, or give the text.' };
  const prompts = promptsAt(place);
  if (prompts === null)
    return { ok: false, reason: 'The template raises on the conversation before the turn.' };
  const unknown =
    sampled.kind === 'ids' ? sampled.ids.find((id) => tokenizer!.tokenBytes(id) === null) : undefined;
  if (unknown !== undefined) return { ok: false, reason: `The tokenizer has no token of id ${unknown}.` };
  const text = prompts.on + (sampled.kind === 'text' ? sampled.text : tokenizer!.decode(sampled.ids));
  const promptIds = subject.encode(prompts.on)?.ids ?? null;
  const ids =
    sampled.kind === 'ids' && promptIds !== null
      ? concatIds(promptIds, sampled.ids)
      : (subject.encode(text)?.ids ?? null);
  const base = Math.max(0, prompts.off.length - place.format.backstep);
  return {
    ok: true,
    comparison: compareSampled(place, { text, base, sampledFrom: prompts.on.length, ids }),
  };
}

function promptsAt({ subject, format, messages, tools, kwargs }: Place): { off: string; on: string } | null {
  const conversation = { messages, tools: spellTools(tools, format.toolForm), documents: null, kwargs };
  const off = subject.render({ conversation, addGenerationPrompt: false });
  const on = subject.render({ conversation, addGenerationPrompt: true });
  return off.ok && on.ok ? { off: off.text, on: on.text } : null;
}
