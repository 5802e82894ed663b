/** Whether `add_generation_prompt` does what it is for: the assistant's header when asked for, and only then. */
import type { Span } from '../../../../protocol/certification.ts';
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import { assistant, user } from '../../conversation/messages.ts';
import { editDistance } from '../../dataflow/schema.ts';
import { nodesOf } from '../../jinja/syntax/walk.ts';
import { chainOf } from '../blame/align.ts';
import { siteAt } from '../blame/siteAt.ts';
import { sharedLength } from '../compare.ts';
import { firstMarker } from '../markers.ts';
import { plainRequest } from '../requests.ts';
import { structureOf } from '../structure.ts';
import type { Subject } from '../subject.ts';

export interface PromptFlagFault {
  /** `absent`: the template never reads the flag. `ignored`: it reads it to no effect. `unconditional`: the header is there without it. */
  readonly kind: 'absent' | 'ignored' | 'unconditional';
  /** What begins an assistant turn. */
  readonly header: string;
  readonly site: Span | null;
}

/** Words by which headers name the one who answers. */
const answerer = /assistant|model|\bbot\b|\bgpt|response|answer|\bai\b/i;

export function promptFlagFault(subject: Subject): PromptFlagFault | null {
  const question = plainRequest([user('first question')]);
  const off = subject.render(question);
  const on = subject.render({ ...question, addGenerationPrompt: true });
  if (!off.ok || !on.ok) return null;
  const { turns, opener } = structureOf(subject);
  const text = off.text.trimEnd();
  const behind = behindQuestion(text, turns.user?.tail ?? '');
  if (opener !== null && (text.endsWith(opener) || begins(behind, opener))) {
    return { kind: 'unconditional', header: opener, site: unaskedAt(subject, question, text.length - 1) };
  }
  if (on.text !== off.text) return null;
  const userTail = turns.user?.tail.trim() ?? '';
  if (opener === null) {
    const headed = turns.assistant?.header.trim() === '' && answerer.test(userTail);
    return headed
      ? { kind: 'unconditional', header: userTail, site: siteAt(subject, question, text.length - 1) }
      : null;
  }
  const names = [...nodesOf(subject.program.template)].filter((node) => node.kind === 'name');
  const read = names.find(({ name }) => name === flag);
  if (read !== undefined) return { kind: 'ignored', header: opener, site: read.span };
  const misspelt = names.find(({ name }) => editDistance(name, flag) <= farthest || likeFlag.test(name));
  return { kind: 'absent', header: opener, site: misspelt?.span ?? headerSite(subject, opener) };
}

const flag = 'add_generation_prompt';

/** Names that are meant for it. */
const likeFlag = /generation_?prompt|gen_prompt|add_prompt/i;

/** Edits that a name may be away from the flag's and still be meant for it. */
const farthest = 3;

/** Where the header is asked for all the same: where the flag is set, in the condition that asks for something else; else where it is written. */
function unaskedAt(subject: Subject, request: RenderRequest, offset: number): Span | null {
  const nodes = [...nodesOf(subject.program.template)];
  const set = nodes.find(
    (node) => node.kind === 'set' && node.target.kind === 'name' && node.target.name === flag,
  );
  if (set !== undefined) return set.span;
  const { trace } = subject.trace(request);
  const run = trace?.runs().find(({ end }) => end > offset);
  if (!trace || run === undefined) return null;
  const around = chainOf(trace, run.decision).map((index) => trace.decisions[index]!);
  const { source } = subject.program.template;
  const asks = ({ start, end }: Span) => source.slice(start, end).includes(flag);
  const isInLoop = around.some(({ kind }) => kind === 'iteration');
  const asking = around.findLast(({ span }) => asks(span)) ?? (isInLoop ? undefined : around.at(-1));
  return asking?.span ?? run.site;
}

/** What stands behind the user's turn. */
function behindQuestion(text: string, tail: string): string {
  const rest = text.slice(text.lastIndexOf('first question') + 'first question'.length).trimStart();
  return rest.startsWith(tail.trim()) ? rest.slice(tail.trim().length).trimStart() : '';
}

/** Whether a text begins as the header does: with its first marker, or as far as it goes. */
function begins(text: string, opener: string): boolean {
  return text !== '' && sharedLength(text, opener) >= (firstMarker(opener) ?? opener).length;
}

/** Where the template writes the header of a finished turn. */
function headerSite(subject: Subject, opener: string): Span | null {
  const request = plainRequest([user('first question'), assistant({ content: 'first answer' })]);
  const rendered = subject.render(request);
  const at = rendered.ok ? rendered.text.lastIndexOf(opener) : -1;
  return at < 0 ? null : siteAt(subject, request, at);
}
