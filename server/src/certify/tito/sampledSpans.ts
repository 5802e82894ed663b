/** Which stretches of a whole render a model would have sampled: of each assistant turn, from behind its prompt through its stop token. */
import type { Span } from '../../../../protocol/certification.ts';
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import { tracedText } from '../blame/causes.ts';
import type { Dialect } from '../dialect.ts';
import { structureOf } from '../structure.ts';
import type { Subject } from '../subject.ts';
import { stopIdsOf, throughStop } from './stops.ts';

/** UTF-16 offsets, in order. `request` must render. */
export function sampledSpans(subject: Subject, dialect: Dialect, request: RenderRequest): Span[] {
  const { text, trace } = tracedText(subject, request);
  const { messages } = request.conversation;
  const runs = trace.runs();
  return messages.flatMap(({ role }, index) => {
    if (role !== 'assistant' || index === 0) return [];
    const own = runs.filter(({ message }) => message === index);
    const start = promptEnd(subject, request, index, text) ?? behindHeader(subject, text, own[0]?.start);
    if (start === null) return [];
    const next = runs.find((run) => run.message > index && run.start >= start)?.start ?? text.length;
    const end = stopEnd(subject, dialect, text, start, next) ?? own.at(-1)?.end ?? next;
    return end > start ? [{ start, end }] : [];
  });
}

/** Where the prompt of a turn ends; null where it is no prefix of this render: history was written anew since. */
function promptEnd(
  subject: Subject,
  { conversation }: RenderRequest,
  index: number,
  text: string,
): number | null {
  const messages = conversation.messages.slice(0, index);
  const asked = subject.render({ conversation: { ...conversation, messages }, addGenerationPrompt: true });
  return asked.ok && text.startsWith(asked.text) ? asked.text.length : null;
}

/** The same by the looks of the turn: behind what asks for one, or what begins one. */
function behindHeader(subject: Subject, text: string, start: number | undefined): number | null {
  if (start === undefined) return null;
  const { generationPrompt, turns } = structureOf(subject);
  const header = [generationPrompt, turns.assistant?.header].find(
    (one) => one && text.startsWith(one, start),
  );
  return start + (header?.length ?? 0);
}

/** Behind the first stop token before the next message; null where there is none. */
function stopEnd(
  subject: Subject,
  dialect: Dialect,
  text: string,
  start: number,
  next: number,
): number | null {
  const { tokenizer } = subject;
  const encoding = subject.encode(text);
  if (tokenizer !== null && encoding !== null) {
    const first = encoding.starts.findIndex((at) => at >= start);
    const stopped = first < 0 ? null : throughStop(encoding, first, stopIdsOf(subject, dialect, tokenizer));
    return stopped !== null && stopped.end <= next ? stopped.end : null;
  }
  const { stop } = structureOf(subject);
  const at = stop === null ? -1 : text.indexOf(stop, start);
  return at >= 0 && at + stop!.length <= next ? at + stop!.length : null;
}
