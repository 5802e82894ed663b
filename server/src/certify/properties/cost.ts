import type { Span } from '../../../../protocol/certification.ts';
import type { Message } from '../../../../protocol/conversation.ts';
import { assistant, tool, user, type Call } from '../../conversation/messages.ts';
import { dataFlowOf, takesOf } from '../../dataflow/index.ts';
import type { Node } from '../../jinja/syntax/ast.ts';
import { plainRequest } from '../requests.ts';
import type { Subject } from '../subject.ts';
import { faultProperty } from './faultProperty.ts';

export interface CostFault {
  /** Evaluation steps at n, 2n and 4n turns. */
  readonly steps: readonly [number, number, number];
}

/** Turns of the smallest conversation; doubled twice. */
const turns = 6;
/** Growth of the second doubling over the first: 2 where cost is linear, 4 where it is quadratic. */
const worseThanLinear = 2.7;

const call: Call = { id: 'callc0001', name: 'count', arguments: { n: 1 } };
const conversations: readonly { readonly id: string; readonly turn: readonly Message[] }[] = [
  { id: 'questions and answers', turn: [user('a question'), assistant({ content: 'an answer' })] },
  { id: 'tool steps', turn: [user('a question'), assistant({ calls: [call] }), tool(call, 'a result')] },
];

export const cost = faultProperty<CostFault>({
  id: 'cost',
  title: 'Rendering cost is linear',
  definition: 'evaluation steps of R(M) at n, 2n and 4n turns grow no faster than the turns',
  explanation: `A template that scans the whole conversation for every message takes time that grows with the square of its length.
Agents have hundreds of turns, and trainers and servers render the conversation again at each of them. Steps are counted,
not time, so that the verdict is the same on every machine.`,
  examine({ subject, dialect }, examination) {
    for (const { id, turn } of conversations) {
      const request = (times: number) =>
        plainRequest(dialect.spell(Array.from({ length: times }, () => turn).flat()), {
          tools: dialect.dummyTools,
        });
      const sizes = [turns, 2 * turns, 4 * turns].map((times) => examination.render(request(times)));
      if (!sizes.every(({ ok }) => ok)) continue;
      const steps = sizes.map((rendered) => rendered.steps) as unknown as CostFault['steps'];
      const growth = (steps[2] - steps[1]) / Math.max(1, steps[1] - steps[0]);
      if (growth <= worseThanLinear) continue;
      examination.fault(
        {
          trajectory: id,
          request: request(2 * turns),
          at: null,
          detail: `${steps.join(', ')} steps at ${turns}, ${2 * turns}, ${4 * turns} turns`,
        },
        innerLoop(subject, request(turns), request(2 * turns)) ?? innerScan(subject),
        { steps },
      );
    }
  },
});

/** The loop whose iterations grow fastest from one conversation to one of twice the length. */
function innerLoop(
  subject: Subject,
  small: ReturnType<typeof plainRequest>,
  large: ReturnType<typeof plainRequest>,
): Span | null {
  const before = iterations(subject, small);
  const after = iterations(subject, large);
  let fastest: { span: Span; growth: number } | null = null;
  for (const [start, { span, count }] of after) {
    const growth = count / (before.get(start)?.count ?? 1);
    if (growth > worseThanLinear && growth > (fastest?.growth ?? 0)) fastest = { span, growth };
  }
  return fastest?.span ?? null;
}

/** A filter over all messages, inside of a loop or in a macro. */
function innerScan({ program }: Subject): Span | null {
  const flow = dataFlowOf(program.template);
  const isInside = (node: Node) =>
    [...flow.tree.loopsAround(node)].length > 0 ||
    [...flow.tree.ancestorsOf(node)].some(({ kind }) => kind === 'macro');
  return takesOf(flow, 'messages', 'scan').find(isInside)?.span ?? null;
}

function iterations(subject: Subject, request: ReturnType<typeof plainRequest>) {
  const counts = new Map<number, { span: Span; count: number }>();
  for (const { kind, span } of subject.trace(request).trace?.decisions ?? []) {
    if (kind !== 'iteration') continue;
    counts.set(span.start, { span, count: (counts.get(span.start)?.count ?? 0) + 1 });
  }
  return counts;
}
