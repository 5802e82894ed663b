/**
 * How a template lays out its turns, found from renders: what stands before and after the content of each role, what
 * ends an assistant turn, what asks for one. No table of families: an unknown template is read the same way.
 */
import type { Conversation, Message } from '../../../protocol/conversation.ts';
import { assistant, system, user } from '../conversation/messages.ts';
import type { Run } from '../jinja/index.ts';
import { tracedText } from './blame/causes.ts';
import type { TracedText } from './blame/culprit.ts';
import type { Subject } from './subject.ts';

/** What a role's turn is written with, beside its content. */
export interface Turn {
  readonly header: string;
  readonly tail: string;
}

export interface Structure {
  /** By role; a role that does not render, or whose content does not show, is missing. */
  readonly turns: Readonly<Partial<Record<'system' | 'user' | 'assistant', Turn>>>;
  /** What ends an assistant turn in history, blanks around it off; null where nothing does. */
  readonly stop: string | null;
  /** What `add_generation_prompt` adds after a user message; null where it adds nothing or rewrites. */
  readonly generationPrompt: string | null;
}

const probe: readonly Message[] = [
  user('first question'),
  assistant({ content: 'first answer' }),
  user('second question'),
  assistant({ content: 'second answer' }),
];

export function structureOf(subject: Subject): Structure {
  const withSystem = turnsOf(subject, [system('the instruction'), ...probe]);
  const turns = { ...turnsOf(subject, probe), ...(withSystem.system && { system: withSystem.system }) };
  const stop = turns.assistant?.tail.trim() ?? '';
  return { turns, stop: stop === '' ? null : stop, generationPrompt: generationPromptOf(subject) };
}

function turnsOf(subject: Subject, messages: readonly Message[]): Structure['turns'] {
  const request = { conversation: plain(messages), addGenerationPrompt: false };
  if (!subject.render(request).ok) return {};
  const traced = tracedText(subject, request);
  const turns: Partial<Record<string, Turn>> = {};
  messages.forEach(({ role }, index) => {
    const content = contentOf(traced, index);
    // The first turn of a role may carry a head of the whole prompt, the last one may be cut: keep what is in the middle.
    if (content === null || (turns[role] !== undefined && index === messages.length - 1)) return;
    turns[role] = {
      header: around(traced, index, content, 'before'),
      tail: around(traced, index, content, 'after'),
    };
  });
  return turns;
}

/** Where a message's content stands in the text: its first verbatim run to its last. */
function contentOf({ trace }: TracedText, message: number): { first: number; last: number } | null {
  const isContent = (run: Run) => run.path?.toString() === `messages[${message}].content`;
  const runs = trace.runs();
  const first = runs.findIndex(isContent);
  return first < 0 ? null : { first, last: runs.findLastIndex(isContent) };
}

/** Text of the runs beside the content that belong to the same message. */
function around(
  { text, trace }: TracedText,
  message: number,
  { first, last }: { first: number; last: number },
  side: 'before' | 'after',
): string {
  const runs = trace.runs();
  const beside = side === 'before' ? runs.slice(0, first).reverse() : runs.slice(last + 1);
  const end = beside.findIndex((run) => run.message !== message);
  const own = end < 0 ? beside : beside.slice(0, end);
  const texts = own.map((run) => text.slice(run.start, run.end));
  return (side === 'before' ? texts.reverse() : texts).join('');
}

function generationPromptOf(subject: Subject): string | null {
  const conversation = plain(probe.slice(0, 1));
  const without = subject.render({ conversation, addGenerationPrompt: false });
  const asked = subject.render({ conversation, addGenerationPrompt: true });
  if (!without.ok || !asked.ok || !asked.text.startsWith(without.text)) return null;
  return asked.text === without.text ? null : asked.text.slice(without.text.length);
}

const plain = (messages: readonly Message[]): Conversation => ({
  messages,
  tools: null,
  documents: null,
  kwargs: {},
});
