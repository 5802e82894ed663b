/**
 * How a template lays out its turns, found from renders: what stands before and after the content of each role, what
 * ends an assistant turn, what asks for one. No table of families: an unknown template is read the same way.
 */
import type { Message } from '../../../protocol/conversation.ts';
import { assistant, system, user } from '../conversation/messages.ts';
import { tracedText } from './blame/causes.ts';
import type { TracedText } from './blame/culprit.ts';
import { sharedLength, sharedSuffixLength } from './compare.ts';
import { firstMarker } from './markers.ts';
import { plainRequest } from './requests.ts';
import type { Subject } from './subject.ts';

/** What a role's turn is written with, beside its content. */
export interface Turn {
  readonly header: string;
  readonly tail: string;
}

export type Turns = Readonly<Partial<Record<'system' | 'user' | 'assistant', Turn>>>;

export interface Structure {
  /** By role; a role that does not render, or whose content does not show, is missing. */
  readonly turns: Turns;
  /** What ends an assistant turn in history, blanks around it off; null where nothing does. */
  readonly stop: string | null;
  /** What `add_generation_prompt` adds after a user message; null where it adds nothing or rewrites. */
  readonly generationPrompt: string | null;
  /** What begins an assistant turn, in history and in the generation prompt alike; null where nothing does. */
  readonly opener: string | null;
}

const probe: readonly Message[] = [
  user('first question'),
  assistant({ content: 'first answer' }),
  user('second question'),
  assistant({ content: 'second answer' }),
];

const known = new WeakMap<Subject, Structure>();

export function structureOf(subject: Subject): Structure {
  const before = known.get(subject);
  if (before !== undefined) return before;
  const structure = discover(subject);
  known.set(subject, structure);
  return structure;
}

function discover(subject: Subject): Structure {
  const turns = turnsOf(subject);
  const stop = turns.assistant?.tail.trim() ?? '';
  const generationPrompt = generationPromptOf(subject);
  return {
    turns,
    stop: stop === '' ? null : stop,
    generationPrompt,
    opener: openerOf(turns.assistant?.header ?? '', generationPrompt),
  };
}

function turnsOf(subject: Subject): Turns {
  const traced = successful(subject, probe);
  if (traced === null) return {};
  const user = sharedHeader(ownHeader(traced, 0), ownHeader(traced, 2)) || headerBehind(subject, traced, 2);
  const assistant = ownHeader(traced, 1) || headerBehind(subject, traced, 1);
  return {
    ...turn('user', user, between(traced, 0, 1), assistant),
    ...turn('assistant', assistant, between(traced, 1, 2), user),
    ...systemTurn(subject, user),
  };
}

/** The tail is what stands between a content and the header of the next turn. */
function turn(role: keyof Turns, header: string, gap: string | null, nextHeader: string): Turns {
  if (gap === null) return {};
  const tail = gap.endsWith(nextHeader) ? gap.slice(0, gap.length - nextHeader.length) : gap;
  return { [role]: { header, tail } };
}

function systemTurn(subject: Subject, userHeader: string): Turns {
  const messages = [system('the instruction'), ...probe];
  const traced = successful(subject, messages);
  const at = traced === null ? null : contentAt(traced, messages, 0);
  if (traced === null || at === null) return {};
  // Systems are often printed outside the loop: then all that stands before the content is its header.
  const header = ownTextBefore(traced, 0, at.start) || traced.text.slice(0, at.start);
  return turn('system', header, between(traced, 0, 1, messages), userHeader);
}

/** What both user turns begin with: the first may carry a head of the prompt, the second a late closer. */
function sharedHeader(first: string, second: string): string {
  const length = sharedSuffixLength(first, second);
  const shared = second.slice(second.length - length);
  // What counts or dates a message keeps them from sharing more than the end of it.
  const isCutShort = firstMarker(shared) === null && [first, second].every((header) => firstMarker(header));
  return shared === '' || isCutShort ? second || first : shared;
}

function ownHeader(traced: TracedText, message: number): string {
  const at = contentAt(traced, probe, message);
  return at === null ? '' : ownTextBefore(traced, message, at.start);
}

/** For templates whose text tells nothing of its message: what follows where the conversation so far ends. */
function headerBehind(subject: Subject, traced: TracedText, message: number): string {
  const shorter = successful(subject, probe.slice(0, message));
  const content = contentAt(traced, probe, message);
  if (shorter === null || content === null || !traced.text.startsWith(shorter.text)) return '';
  return traced.text.slice(shorter.text.length, content.start);
}

/** Text right before `offset` that belongs to the message. */
function ownTextBefore({ text, trace }: TracedText, message: number, offset: number): string {
  const before = trace.runs().filter((run) => run.start < offset);
  const foreign = before.findLastIndex((run) => run.message !== message);
  const start = before[foreign + 1]?.start ?? offset;
  return text.slice(start, offset);
}

/** Text between the contents of two messages; null where either does not show. */
function between(traced: TracedText, first: number, second: number, messages = probe): string | null {
  const one = contentAt(traced, messages, first);
  const other = contentAt(traced, messages, second);
  return one === null || other === null || other.start < one.end
    ? null
    : traced.text.slice(one.end, other.start);
}

/** Contents of the probe occur nowhere else. */
function contentAt({ text }: TracedText, messages: readonly Message[], index: number) {
  const content = String(messages[index]!.content);
  const start = text.lastIndexOf(content);
  return start < 0 ? null : { start, end: start + content.length };
}

function successful(subject: Subject, messages: readonly Message[]): TracedText | null {
  const request = plainRequest(messages);
  return subject.render(request).ok ? tracedText(subject, request) : null;
}

function generationPromptOf(subject: Subject): string | null {
  const without = subject.render(plainRequest(probe.slice(0, 1)));
  const asked = subject.render(plainRequest(probe.slice(0, 1), { addGenerationPrompt: true }));
  if (!without.ok || !asked.ok || !asked.text.startsWith(without.text)) return null;
  return asked.text === without.text ? null : asked.text.slice(without.text.length);
}

/** Scaffold of reasoning may follow the opener; half a marker that both happen to share is none. */
const notOpener = /<[^<>]*(think|thought|reason)[^<>]*>[^]*$|<[^<>]*$/i;

function openerOf(header: string, generationPrompt: string | null): string | null {
  const shared = generationPrompt === null ? header : header.slice(0, sharedLength(header, generationPrompt));
  const opener = shared.replace(notOpener, '').trim();
  return opener === '' ? null : opener;
}
