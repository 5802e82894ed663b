/** Why a turn is not closed: the condition under which another one is, where it came out otherwise for this turn. */
import type { Span } from '../../../../protocol/certification.ts';
import type { Json, RenderRequest } from '../../../../protocol/conversation.ts';
import { assistant, user } from '../../conversation/messages.ts';
import type { Decision, Trace } from '../../jinja/index.ts';
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
}

/** A render that shows the end marker, and which of its markers say something of the open turn. */
interface Comparison {
  readonly request: RenderRequest;
  /** Whether the text of a message (by its index, or -1) is of a kind with the open turn. */
  isAlike(message: number): boolean;
  /** Offset in the template that the condition has to stand behind; it is then asked in the same turn of the loop. */
  readonly behind?: number;
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
  // A branch of its own that wrote the turn is where it should be closed: the choice of the branch is no fault. A value
  // carries the choices it was made under: the text before it tells those it is printed under.
  const printed = trace
    .runs()
    .findLast(({ path, message, end }) => path === null && message === last.message && end <= last.start);
  const above = new Set(
    [last, ...(printed === undefined ? [] : [printed])].flatMap(({ decision }) => chainOf(trace, decision)),
  );
  const open: OpenTurn = { trace, about: last.message, above };
  for (const comparison of comparisons(request, last.message, last.site.end, tools)) {
    const condition = conditionOf(subject, comparison, closer, open);
    if (condition !== null) return condition;
  }
  return null;
}

function comparisons(request: RenderRequest, about: number, behind: number, tools: Json): Comparison[] {
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
    isAlike: (message) => message === about || message < 0,
  };
  // Behind the text, the turns of all roles may be closed alike.
  const ofAll: Comparison = { request, isAlike: (message) => message >= 0, behind };
  return [
    ofRole,
    ...(role === 'assistant' ? [plain] : []),
    ...(role === 'system' || role === null ? [withTools] : []),
    ofAll,
  ];
}

function conditionOf(
  subject: Subject,
  { request, isAlike, behind }: Comparison,
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
      .findLast((decision) => cameOutOtherwise(open, decision, behind));
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
  { trace, about, above }: OpenTurn,
  { kind, node, outcome, span }: Decision,
  behind?: number,
): boolean {
  if (kind === 'iteration' || (behind !== undefined && span.start < behind)) return false;
  return trace.decisions.some(
    (made, index) =>
      made.node === node &&
      (made.message === about || made.message < 0) &&
      made.outcome !== outcome &&
      !above.has(index) &&
      (behind === undefined || isInSameTurn(trace, made, above)),
  );
}

/** Asked in the same turn of a loop as the text was written in. */
const isInSameTurn = (trace: Trace, { parent }: Decision, above: ReadonlySet<number>) =>
  chainOf(trace, parent).some((index) => above.has(index) && trace.decisions[index]!.kind === 'iteration');
