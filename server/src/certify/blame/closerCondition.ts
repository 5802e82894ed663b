/** Why a turn is not closed: the condition under which another one is, where it came out otherwise for this turn. */
import type { Span } from '../../../../protocol/certification.ts';
import type { Json, RenderRequest } from '../../../../protocol/conversation.ts';
import { assistant, user } from '../../conversation/messages.ts';
import type { Decision, Run, Trace } from '../../jinja/index.ts';
import { plainRequest } from '../requests.ts';
import type { Subject } from '../subject.ts';
import { chainOf } from './align.ts';

/** The turn that is left open. */
interface OpenTurn {
  readonly trace: Trace;
  /** Its message, or -1. */
  readonly about: number;
  /** Decisions that its text was written under. */
  readonly above: ReadonlySet<number>;
  /** The last of them that was made, or -1. */
  readonly last: number;
}

/** A render that shows the end marker, and which of its markers say something of the open turn. */
interface Comparison {
  readonly request: RenderRequest;
  /** Whether the text of a message (by its index, or -1) is of a kind with the open turn. */
  isAlike(message: number): boolean;
  /** The condition has to be asked behind the text of the turn, in the same turn of the loop. */
  readonly isAskedBehind?: true;
}

/** `offset`: of the last unit of the open turn. `tools`: to be passed where none are, as some close the head with them only. */
export function closerCondition(
  subject: Subject,
  request: RenderRequest,
  closer: string,
  offset: number,
  tools: Json,
): Span | null {
  const { trace } = subject.trace(request);
  const last = trace?.runs().find((run) => run.end > offset);
  if (!trace || last === undefined) return null;
  const about = last.message;
  const shown = shownUpTo(trace, last);
  // A branch of its own that wrote the turn is where it should be closed: the choice of the branch is no fault.
  const above = new Set(shown.flatMap(({ decision }) => chainOf(trace, decision)));
  const open: OpenTurn = { trace, about, above, last: Math.max(...above, -1) };
  const isInLoop = [...above].some((index) => trace.decisions[index]!.kind === 'iteration');
  for (const comparison of comparisons(request, about, isInLoop, tools)) {
    const condition = conditionOf(subject, comparison, closer, open);
    if (condition !== null) return condition;
  }
  return null;
}

/** What is written of the message of a run, up to the last of its text: what follows is its tail. */
function shownUpTo(trace: Trace, last: Run): readonly Run[] {
  const runs = trace.runs();
  const own = runs.slice(0, runs.indexOf(last) + 1).filter(({ message }) => message === last.message);
  const text = own.findLastIndex(({ path }) => path !== null);
  return text < 0 ? [last] : own.slice(0, text + 1);
}

function comparisons(request: RenderRequest, about: number, isInLoop: boolean, tools: Json): Comparison[] {
  const { conversation } = request;
  const roleOf = (message: number) => conversation.messages[message]?.role ?? null;
  const role = roleOf(about);
  const ofRole: Comparison = { request, isAlike: (message) => role !== null && roleOf(message) === role };
  const plain: Comparison = {
    request: plainRequest([user('first'), assistant({ content: 'answer' }), user('second')]),
    isAlike: (message) => message === 1,
  };
  const withTools: Comparison = {
    request: {
      ...request,
      conversation: { ...conversation, tools: conversation.tools === null ? tools : null },
    },
    // The head of the prompt belongs to no message.
    isAlike: (message) => message === about || (message < 0 && !isInLoop),
  };
  // Behind the text, the turns of all roles may be closed alike.
  const ofAll: Comparison = { request, isAlike: (message) => message >= 0, isAskedBehind: true };
  return [
    ofRole,
    ...(role === 'assistant' ? [plain] : []),
    ...(role === 'system' || role === null ? [withTools] : []),
    ofAll,
  ];
}

function conditionOf(
  subject: Subject,
  { request, isAlike, isAskedBehind }: Comparison,
  closer: string,
  open: OpenTurn,
): Span | null {
  const { ok, text, trace } = closedRender(subject, request);
  if (!ok) return null;
  for (let at = text.lastIndexOf(closer); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(closer, at - 1)) {
    const writer = trace.runs().find((run) => run.end > at);
    if (writer === undefined || !isAlike(writer.message)) continue;
    const condition = chainOf(trace, writer.decision)
      .map((index) => trace.decisions[index]!)
      .findLast((decision) => cameOutOtherwise(open, decision, isAskedBehind));
    if (condition !== undefined) return condition.span;
  }
  return null;
}

function closedRender(subject: Subject, request: RenderRequest) {
  const rendered = subject.trace(request);
  return rendered.ok && rendered.trace !== null
    ? { ok: true as const, text: rendered.text, trace: rendered.trace }
    : { ok: false as const, text: '', trace: null };
}

function cameOutOtherwise(
  { trace, about, above, last }: OpenTurn,
  { kind, node, outcome }: Decision,
  isAskedBehind = false,
): boolean {
  if (kind === 'iteration') return false;
  return trace.decisions.some(
    (made, index) =>
      made.node === node &&
      (made.message === about || made.message < 0) &&
      made.outcome !== outcome &&
      !above.has(index) &&
      (!isAskedBehind || (index > last && isInSameTurn(trace, made, above))),
  );
}

/** Asked in the same turn of a loop as the text was written in. */
const isInSameTurn = (trace: Trace, { parent }: Decision, above: ReadonlySet<number>) =>
  chainOf(trace, parent).some((index) => above.has(index) && trace.decisions[index]!.kind === 'iteration');
