import type { Span } from '../../../../protocol/certification.ts';
import type { Message } from '../../../../protocol/conversation.ts';
import { assistant, functionSchema, tool, user, type Call } from '../../conversation/messages.ts';
import type { Trace } from '../../jinja/index.ts';
import { chainOf } from '../blame/align.ts';
import { dataFlowOf, takesOf } from '../../dataflow/index.ts';
import { branchOf } from '../blame/branch.ts';
import { isOutsideMacros, writerOf } from '../blame/lossSite.ts';
import type { Subject } from '../subject.ts';
import { plainRequest } from '../requests.ts';
import { faultProperty } from './faultProperty.ts';

export interface ParallelFault {
  /** `raises`: the template refuses two calls. `lost`: part of them is missing. `order`: it stands before what it follows. */
  readonly kind: 'raises' | 'lost' | 'order';
  /** `second call`, `second result`, `content`, ... */
  readonly what: string;
  /** `order`: the part that it stands before, and should follow; else null. */
  readonly follows: string | null;
  readonly error: string | null;
}

const first: Call = { id: 'callf0001', name: 'zfirstz', arguments: { zkeyz: 'zonez' } };
const second: Call = { id: 'calls0001', name: 'zsecondz', arguments: { zkeyz: 'ztwoz' } };
const tools = [first, second].map(({ name }) =>
  functionSchema(name, 'a function', { zkeyz: { type: 'string', description: 'a key' } }),
);

interface Part {
  readonly what: string;
  readonly text: string;
  readonly message: number;
}

const scenarios: readonly {
  readonly id: string;
  readonly messages: readonly Message[];
  readonly parts: readonly Part[];
}[] = [
  {
    id: 'two calls',
    messages: [
      user('zuserz'),
      assistant({ calls: [first, second] }),
      tool(first, 'zresultz'),
      tool(second, 'zotherz'),
    ],
    parts: [
      { what: 'first call', text: 'zonez', message: 1 },
      { what: 'second call', text: 'ztwoz', message: 1 },
      { what: 'first result', text: 'zresultz', message: 2 },
      { what: 'second result', text: 'zotherz', message: 3 },
    ],
  },
  {
    id: 'content and a call',
    messages: [user('zuserz'), assistant({ content: 'zbesidez', calls: [first] }), tool(first, 'zresultz')],
    parts: [
      { what: 'content', text: 'zbesidez', message: 1 },
      { what: 'call', text: 'zonez', message: 1 },
      { what: 'result', text: 'zresultz', message: 2 },
    ],
  },
];

export const parallelCalls = faultProperty<ParallelFault>({
  id: 'calls.parallel',
  title: 'Calls in parallel',
  definition:
    'two calls, their results, and content beside a call stand in R(M), each once, in the order they were made',
  explanation: `Models call several functions at once, and write before they call. A template that prints only the first call, or
prints the calls before the content, shows the model another turn than it has written; one that raises on two calls
makes the whole conversation unusable.`,
  examine({ subject, dialect }, examination) {
    for (const { id, messages, parts } of scenarios) {
      const request = plainRequest(dialect.spell(messages), { tools });
      const one = plainRequest(dialect.spell(messages.slice(0, 3)), { tools });
      const rendered = examination.render(request);
      if (!rendered.ok) {
        const single = [messages[0]!, assistant({ calls: [first] }), tool(first, 'zresultz')];
        const alone = examination.text(plainRequest(dialect.spell(single), { tools }));
        if (alone === null || id !== 'two calls') continue;
        const error = `${rendered.error.type}: ${rendered.error.message}`;
        examination.fault(
          { trajectory: id, request: one, at: null, detail: `two calls raise ${error}` },
          rendered.error.span,
          { kind: 'raises', what: 'second call', follows: null, error },
        );
        continue;
      }
      const { text } = rendered;
      // Templates that print no call, or no result, at all are told so elsewhere.
      if (!text.includes('zonez') && !text.includes('ztwoz')) continue;
      let reached = -1;
      let furthest: string | null = null;
      for (const { what, text: sentinel, message } of parts) {
        const at = text.indexOf(sentinel);
        const kind = at < 0 ? 'lost' : at < reached ? 'order' : null;
        const follows = kind === 'order' ? furthest : null;
        if (at > reached) [reached, furthest] = [at, what];
        const isOwn =
          kind === 'order' ||
          what === 'first call' ||
          what === 'second call' ||
          (what === 'second result' && text.includes('zresultz'));
        if (kind === null || !isOwn) continue;
        const { trace } = subject.trace(request);
        examination.fault(
          {
            trajectory: id,
            request,
            at: at < 0 ? null : { start: at, end: at + sentinel.length },
            detail: `${what}: ${kind}`,
          },
          at >= 0 ? orderSite(subject, trace, at, what) : lossSite(subject, trace, text, what, message),
          { kind, what, follows, error: null },
        );
      }
    }
  },
});

/**
 * What turns the calls around, where it is that; else the loop over the calls that stands too early or too late, or what
 * wrote the part that does.
 */
function orderSite(subject: Subject, trace: Trace | null, at: number, what: string): Span | null {
  const [turned] = what === 'second call' ? takesOfCalls(subject, 'order') : [];
  if (turned !== undefined) return turned.span;
  const run = trace?.runs().find(({ end }) => end > at);
  if (trace === null || run === undefined) return null;
  const written = writerOf(subject, trace, run) ?? run.site;
  const turns = chainOf(trace, run.decision)
    .map((index) => trace.decisions[index]!)
    .filter(({ kind }) => kind === 'iteration');
  const loop = what === 'call' ? turns[1]?.span : undefined;
  // A loop in a macro that stands before it in the template says nothing of the order.
  return loop !== undefined && loop.start < written.start && isOutsideMacros(subject, loop) ? loop : written;
}

/**
 * A lost call: the condition that held for the other one, else what takes only some of the calls, else the loop that
 * printed the other one, else what printed it. A lost result: its message's branch.
 */
function lossSite(
  subject: Subject,
  trace: Trace | null,
  text: string,
  what: string,
  message: number,
): Span | null {
  if (trace === null) return null;
  if (!what.endsWith(' call')) return branchOf(trace, message);
  const at = Math.max(text.indexOf('zonez'), text.indexOf('ztwoz'));
  // What is printed beside it tells of its place, where the call itself was put together before.
  const runs = trace.runs();
  const printed = runs.findIndex(({ end }) => end > at);
  const chains = [printed, printed - 1, printed + 1].map((run) => chainOf(trace, runs[run]?.decision ?? -1));
  const turn = chains[0]!.filter((index) => trace.decisions[index]!.kind === 'iteration')[1];
  const [unlike] = chains.flatMap((chain) => unlikeInNextTurn(trace, chain, turn) ?? []);
  const [part] = takesOfCalls(subject, 'part');
  return unlike ?? part?.span ?? trace.decisions[turn ?? -1]?.span ?? runs[printed]?.site ?? null;
}

/** The first condition under one turn of a loop that came out otherwise in another turn of it. */
function unlikeInNextTurn(
  { decisions }: Trace,
  chain: readonly number[],
  turn: number | undefined,
): Span | null {
  if (turn === undefined) return null;
  const { node, parent } = decisions[turn]!;
  const isOtherTurn = (index: number) =>
    index !== turn && decisions[index]?.node === node && decisions[index].parent === parent;
  const unlike = chain.find(
    (index) =>
      index > turn &&
      decisions.some(
        (other) =>
          other.node === decisions[index]!.node &&
          isOtherTurn(other.parent) &&
          other.outcome !== decisions[index]!.outcome,
      ),
  );
  return unlike === undefined ? null : decisions[unlike]!.span;
}

const takesOfCalls = ({ program }: Subject, take: 'part' | 'order') =>
  takesOf(dataFlowOf(program.template), 'messages[].tool_calls', take);
