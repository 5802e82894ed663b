import type { Span } from '../../../../protocol/certification.ts';
import type { Message, RenderRequest } from '../../../../protocol/conversation.ts';
import { assistant, system, user } from '../../conversation/messages.ts';
import { tracedText } from '../blame/causes.ts';
import type { TracedText } from '../blame/culprit.ts';
import type { Subject } from '../subject.ts';
import { Examination } from './faultProperty.ts';
import type { Property } from './property.ts';

/** Words that the template says to the model, and that no input asked for. */
export interface UninvitedText {
  readonly text: string;
  /**
   * `default`: only where no system message is given · `always`: before the first message · `in turns`: beside what a
   * message says · `empty block`: a block of history with nothing in it.
   */
  readonly kind: 'default' | 'always' | 'in turns' | 'empty block';
  readonly site: Span;
}

export interface SystemConstantFacts {
  readonly uninvited: readonly UninvitedText[];
}

/** So many words in a row: markers and headers have fewer. */
const wordsInARow = (least: number) =>
  new RegExp(`[A-Za-z][\\w',’-]*(?: +[A-Za-z][\\w',’-]*){${least - 1},}`);
const sentence = wordsInARow(4);
/** What gives way to a system message of the caller's is one, however short. */
const phrase = wordsInARow(2);
const emptyBlock = /<([A-Za-z]\w*)>\s*<\/\1>/;

export const systemConstant: Property<SystemConstantFacts> = {
  id: 'system.constant',
  title: 'The default head is a constant',
  definition:
    'what R(M, off) writes before the first user content is the same for every M without a system message',
  explanation: `Trainers that build a rollout message by message render a fixed base conversation and cut it off. That is
right only where the template writes the same text before the first message of every conversation: no default system
prompt that depends on what follows.`,
  check({ subject, dialect }) {
    const examination = new Examination<string>(subject);
    let first: string | null = null;
    for (const { id, messages } of subject.suite) {
      if (messages[0]?.role !== 'user') continue;
      const request = requestOf(dialect.spell(messages));
      if (examination.text(request) === null) continue;
      const traced = tracedText(subject, request);
      const head = traced.text.slice(0, contentStart(traced, 0));
      first ??= head;
      if (head === first) continue;
      const detail = `the prompt begins with ${JSON.stringify(head)}, elsewhere with ${JSON.stringify(first)}`;
      examination.fault({ trajectory: id, request, at: { start: 0, end: head.length }, detail }, null, head);
    }
    const { result } = examination.outcome('system.constant');
    const inTurns = uninvitedInTurns(subject);
    const head = uninvitedHead(subject).filter(({ site }) => inTurns[0]?.site.start !== site.start);
    return { result, facts: { uninvited: [...head, ...inTurns, ...emptyBlocks(subject)] } };
  },
};

/** Sentences before the first user's content. */
function uninvitedHead(subject: Subject): UninvitedText[] {
  const traced = tracedOrNull(subject, [user('zuserz')]);
  if (traced === null) return [];
  const given = tracedOrNull(subject, [system('zsystemz'), user('zuserz')]);
  const end = contentStart(traced, 0);
  const found: UninvitedText[] = [];
  for (const run of traced.trace.runs()) {
    if (run.end > end || run.path !== null) continue;
    const text = traced.text.slice(run.start, run.end);
    const [asDefault] = phrase.exec(text) ?? [];
    const [always] = sentence.exec(text) ?? [];
    if (asDefault !== undefined && given !== null && !given.text.includes(asDefault))
      found.push({ text: asDefault, kind: 'default', site: run.site });
    else if (always !== undefined) found.push({ text: always, kind: 'always', site: run.site });
  }
  // A prompt of many pieces is one text.
  return found.slice(0, 1);
}

/** The first sentence behind the beginning of the first user's content. */
function uninvitedInTurns(subject: Subject): UninvitedText[] {
  const traced = tracedOrNull(subject, [user('zuserz'), assistant({ content: 'zanswerz' }), user('zlastz')]);
  if (traced === null) return [];
  const from = contentStart(traced, 0);
  for (const { start, end, path, site } of traced.trace.runs()) {
    const match = start >= from && path === null ? sentence.exec(traced.text.slice(start, end)) : null;
    if (match !== null) return [{ text: match[0], kind: 'in turns', site }];
  }
  return [];
}

/** A block that history holds though the turn gave nothing to put in it. */
function emptyBlocks(subject: Subject): UninvitedText[] {
  const traced = tracedOrNull(subject, [user('one'), assistant({ content: 'two' }), user('three')]);
  const match = traced === null ? null : emptyBlock.exec(traced.text);
  if (traced === null || match === null) return [];
  const run = traced.trace.runs().find(({ end }) => end > match.index)!;
  return [{ text: match[0], kind: 'empty block', site: run.site }];
}

function tracedOrNull(subject: Subject, messages: readonly Message[]): TracedText | null {
  const request = requestOf(messages);
  return subject.render(request).ok ? tracedText(subject, request) : null;
}

/** Where the content of a message begins in the text; its end where it does not show. */
function contentStart({ text, trace }: TracedText, message: number): number {
  const path = `messages[${message}].content`;
  return trace.runs().find((run) => run.path?.toString() === path)?.start ?? text.length;
}

const requestOf = (messages: readonly Message[]): RenderRequest => ({
  conversation: { messages, tools: null, documents: null, kwargs: {} },
  addGenerationPrompt: false,
});
