/** Where a template leaves out something that the conversation carries. */
import type { Span } from '../../../../protocol/certification.ts';
import type { Json, Message, RenderRequest } from '../../../../protocol/conversation.ts';
import type { Run, Trace } from '../../jinja/index.ts';
import { dataFlowOf, splitsOf } from '../../dataflow/index.ts';
import { places } from '../../dataflow/schema.ts';
import { reasoningFields } from '../dialect.ts';
import type { Subject } from '../subject.ts';
import { chainOf } from './align.ts';
import { branchOf } from './branch.ts';
import { macroCallsOf } from './macroCalls.ts';
import { tracedText } from './causes.ts';
import { readInVain } from './readInVain.ts';
import { outermostFlip, runAt } from './culprit.ts';

export interface Lost {
  readonly request: RenderRequest;
  /** The text that is missing. */
  readonly text: string;
  /** Message that carries it, or -1 for tool definitions. */
  readonly message: number;
}

/**
 * The choice that came out otherwise in a like conversation which shows it; else the question for the field under a name
 * of the template's own; else the read of a field that is never there; else what cuts it out of content; else what wrote the fields beside it; else the
 * branch that wrote the message. Null where the evidence names no place.
 */
export function lossSite(subject: Subject, lost: Lost): Span | null {
  const { trace } = subject.trace(lost.request);
  if (trace === null) return null;
  return (
    choiceAgainst(subject, lost, alike(lost)) ??
    askedInVain(subject, trace, lost) ??
    readInVain(subject, trace, lost)?.node.span ??
    cutOff(subject, lost) ??
    besideIt(subject, trace, lost) ??
    (lost.message < 0 ? null : branchAbout(subject, trace, lost))
  );
}

/** The one condition about the message that asks for what is lost by a name that no message has. */
function askedInVain(subject: Subject, trace: Trace, { request, text, message }: Lost): Span | null {
  const calls = JSON.stringify(request.conversation.messages[message]?.tool_calls ?? null);
  const names = calls.includes(text) ? /call|tool|function/i : /reason|think|thought/i;
  const known = places['messages[]']!.fields;
  const unknown = dataFlowOf(subject.program.template).reads.filter(
    ({ field, of }) => of.has('messages[]') && !known.has(field) && names.test(field),
  );
  const asked = trace.decisions.filter(
    ({ kind, message: about, outcome, span }) =>
      kind === 'condition' &&
      about === message &&
      outcome === false &&
      unknown.some(({ node }) => node.span.start >= span.start && node.span.end <= span.end),
  );
  return new Set(asked.map(({ node }) => node)).size === 1 ? asked[0]!.span : null;
}

/** What cuts reasoning out of content, in a template that reads it nowhere else. */
function cutOff({ program }: Subject, { request, text, message }: Lost): Span | null {
  const carrier = request.conversation.messages[message];
  if (!reasoningFields.some((field) => carrier?.[field] === text)) return null;
  const { reads } = dataFlowOf(program.template);
  if (reads.some(({ field }) => reasoningFields.some((known) => known === field))) return null;
  return splitsOf(program.template)[0]?.call.span ?? null;
}

/** A branch that asks about nothing of the kind says little: then what wrote the rest of the message. */
function branchAbout(subject: Subject, trace: Trace, { message }: Lost): Span | null {
  const branch = branchOf(trace, message);
  if (branch !== null && aboutTurns.test(subject.program.template.source.slice(branch.start, branch.end)))
    return branch;
  const run = trace.runs().find((one) => one.message === message && one.path !== null);
  return (run === undefined ? null : writerOf(subject, trace, run)) ?? branch;
}

const aboutTurns = /role|tool|call|reason|think|thought|\.content|\['content/i;

/** The outermost choice that `request` and one of the requests that show the text do not share. */
export function choiceAgainst(
  subject: Subject,
  { request, text }: Pick<Lost, 'request' | 'text'>,
  showing: readonly RenderRequest[],
): Span | null {
  for (const other of showing) {
    const rendered = subject.render(other);
    const at = rendered.ok ? rendered.text.indexOf(text) : -1;
    if (at < 0) continue;
    const lacking = tracedText(subject, request);
    const shown = tracedText(subject, other);
    // A value that was set under another choice belongs to that one: what is printed beside it tells of its place.
    for (const offset of [at, at - 1, at + text.length]) {
      const flip = outermostFlip(lacking.trace, shown.trace, -1, runAt(shown, offset)?.decision ?? -1);
      if (flip !== null) return lacking.trace.decisions[flip.before]!.span;
    }
  }
  return null;
}

/** The same without tools (or, for these, without a system message), without what else the message carries, without some of the messages behind it. */
function alike({ request, message, text }: Lost): RenderRequest[] {
  const { conversation } = request;
  const { messages } = conversation;
  const having = (change: Partial<typeof conversation>): RenderRequest => ({
    ...request,
    conversation: { ...conversation, ...change },
  });
  if (message < 0) return messages[0]?.role === 'system' ? [having({ messages: messages.slice(1) })] : [];
  const others = conversation.tools === null ? [] : [having({ tools: null })];
  const barer = fieldsBeside.flatMap((field) =>
    field in messages[message]!
      ? [messages.map((one, at) => (at === message ? without(one, field) : one))]
      : [],
  );
  const isWordless = [undefined, null, '', text].includes(
    messages[message]!.content as string | null | undefined,
  );
  if (!isWordless) barer.push(messages.map((one, at) => (at === message ? { ...one, content: '' } : one)));
  const shorter = messages.slice(message + 1).map((_, more) => messages.slice(0, message + 1 + more));
  const barest = barer.map((spoken) => spoken.slice(0, message + 1));
  return [...others, ...[...barer, ...shorter, ...barest].map((spoken) => having({ messages: spoken }))];
}

const fieldsBeside = ['tool_calls', 'reasoning_content', 'reasoning', 'thinking'] as const;

function without(message: Message, field: string): Message {
  return Object.fromEntries(Object.entries(message).filter(([name]) => name !== field)) as unknown as Message;
}

/** What wrote another field of the same call, or of the tool definitions: outside of macros, else the loop over them. */
function besideIt(subject: Subject, trace: Trace, { request, text, message }: Lost): Span | null {
  const calls = request.conversation.messages[message]?.tool_calls ?? null;
  if (message >= 0 && !JSON.stringify(calls).includes(text)) return null;
  const kin = message < 0 ? /^tools\b/ : /\btool_calls\b/;
  const beside = trace
    .runs()
    .filter(({ message: of, path }) => (message < 0 || of === message) && kin.test(path?.toString() ?? ''));
  // A key of a schema is named where what it describes is printed: deepest inside.
  const depth = ({ path }: Run) => path?.toString().split(/[.[]/).length ?? 0;
  const isKey = JSON.stringify(request.conversation.tools).includes(`"${text}":`);
  const run = isKey
    ? beside.reduce<Run | undefined>(
        (deepest, next) => (deepest !== undefined && depth(deepest) >= depth(next) ? deepest : next),
        undefined,
      )
    : beside[0];
  if (run === undefined) return null;
  const argument = beside.find(({ path }) => /\.arguments\b./.test(path?.toString() ?? ''));
  const isArgument = JSON.stringify(argumentsOf(calls)).includes(text);
  const first = message < 0 || isArgument ? run : firstOfItsCall(trace, run);
  const loop = isArgument && argument !== undefined ? loopOf(trace, argument, run) : null;
  // Of a macro that is called in one place only, what it writes is written for these fields alone.
  const isOwn = macroCallsOf(subject.program.template, trace, first)?.calls.length === 1;
  const around = isKey ? loopOutside(subject, trace, first) : null;
  return loop ?? around ?? (isOwn ? first.site : writerOf(subject, trace, first)) ?? first.site;
}

/** The name stands first in a call: what is written there should have shown it. */
function firstOfItsCall(trace: Trace, run: Run): Run {
  const [, call] = chainOf(trace, run.decision).filter(
    (index) => trace.decisions[index]!.kind === 'iteration',
  );
  if (call === undefined) return run;
  return trace.runs().find(({ decision }) => chainOf(trace, decision).includes(call)) ?? run;
}

function argumentsOf(calls: Json): Json[] {
  const each = Array.isArray(calls) ? (calls as { function?: { arguments?: Json } }[]) : [];
  return each.map((call) => call.function?.arguments ?? null);
}

/** The innermost loop that wrote one run and not the other. */
function loopOf(trace: Trace, run: Run, outside: Run): Span | null {
  const others = new Set(chainOf(trace, outside.decision));
  const own = chainOf(trace, run.decision).filter(
    (index) => trace.decisions[index]!.kind === 'iteration' && !others.has(index),
  );
  return own.length === 0 ? null : trace.decisions[own.at(-1)!]!.span;
}

/** What wrote a run: outside of macros, else the one call that did, else the loop that it was written in; null where there is none of these. */
export function writerOf(subject: Subject, trace: Trace, run: Run): Span | null {
  if (isOutsideMacros(subject, run.site)) return run.site;
  const calls = macroCallsOf(subject.program.template, trace, run)?.calls ?? [];
  const outside = calls.filter(({ span }) => isOutsideMacros(subject, span));
  return outside.length === 1 ? outside[0]!.span : loopOutside(subject, trace, run);
}

/** Of a run that was written in a macro, the innermost loop around that stands in none. */
function loopOutside(subject: Subject, trace: Trace, run: Run): Span | null {
  if (isOutsideMacros(subject, run.site)) return null;
  const loops = chainOf(trace, run.decision)
    .map((index) => trace.decisions[index]!)
    .filter(({ kind, span }) => kind === 'iteration' && isOutsideMacros(subject, span));
  return loops.at(-1)?.span ?? null;
}

export function isOutsideMacros({ program }: Subject, { start, end }: Span): boolean {
  return !dataFlowOf(program.template).tree.nodes.some(
    ({ kind, span }) => kind === 'macro' && span.start <= start && end <= span.end,
  );
}
