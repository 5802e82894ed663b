/**
 * What a template appends for answers of tools, or for a user's message, taken from a dummy conversation as trainers
 * do: rendered with and without the new messages. Each answer has a call of its own in the dummy, with its name and
 * id, so that templates which look a call up find it.
 */
import type { Conversation, Message } from '../../../../protocol/conversation.ts';
import { assistant, user } from '../../conversation/messages.ts';
import type { Tokenizer } from '../../tokenizer/index.ts';
import type { Dialect } from '../dialect.ts';
import type { Subject } from '../subject.ts';
import { plainRequest } from '../requests.ts';
import { tailBehindStop } from './stops.ts';

export interface DummyContext {
  readonly subject: Subject;
  readonly dialect: Dialect;
  readonly tokenizer: Tokenizer;
  readonly kwargs: Conversation['kwargs'];
  readonly stopIds: readonly number[];
}

export type DummyDelta =
  | {
      readonly ok: true;
      /** What the template writes behind the stop token of the turn before: never sampled. */
      readonly tail: string;
      /** What the new messages add, through the generation prompt. */
      readonly text: string;
    }
  | {
      readonly ok: false;
      readonly why: 'raised' | 'rewrites' | 'no-stop';
      /** In words, as the end of a sentence. */
      readonly reason: string;
    };

/** Id of calls in the dummy whose answers have none: nine characters, for templates that insist on them. */
const dummyId = 'dummy0001';

/** The dummy that such messages are appended to. */
export function dummyBefore(appended: readonly Message[], { callIds }: Pick<Dialect, 'callIds'>): Message[] {
  const answers = appended.filter(({ role }) => role === 'tool');
  if (answers.length === 0) return [user('dummy'), assistant({ content: 'dummy' })];
  const calls = answers.map(({ name = 'dummy', tool_call_id: id }) => ({
    name,
    arguments: {},
    ...(id !== undefined || callIds ? { id: id ?? dummyId } : {}),
  }));
  return [user('dummy'), assistant({ content: '', calls })];
}

export function dummyDelta(appended: readonly Message[], context: DummyContext): DummyDelta {
  const { subject, dialect, tokenizer, kwargs, stopIds } = context;
  const base = dialect.spell(dummyBefore(appended, dialect));
  const tools = dialect.dummyTools;
  const before = subject.render(plainRequest(base, { tools, kwargs }));
  const after = subject.render(
    plainRequest([...base, ...appended], { tools, kwargs, addGenerationPrompt: true }),
  );
  if (!before.ok || !after.ok) {
    const { error } = before.ok ? (after as Exclude<typeof after, { ok: true }>) : before;
    return { ok: false, why: 'raised', reason: `the template raised ${error.type}: ${error.message}` };
  }
  if (!after.text.startsWith(before.text))
    return {
      ok: false,
      why: 'rewrites',
      reason: 'what stands before the new messages changes once they are appended',
    };
  const tail = tailBehindStop(tokenizer, before.text, stopIds);
  if (tail === null)
    return { ok: false, why: 'no-stop', reason: 'the turn before the new messages ends at no stop token' };
  return { ok: true, tail, text: after.text.slice(before.text.length) };
}
