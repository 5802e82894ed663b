import type { Finding, RelatedInformation, Span } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import { dataFlowOf, type DataFlow } from '../dataflow/index.ts';
import { LaterMessages, type LookAhead } from '../dataflow/later.ts';
import { within } from '../dataflow/tree.ts';
import { scopeOf } from '../dataflow/bindings.ts';
import type { Expression, Node, Set, SetBlock, Statement } from '../jinja/syntax/ast.ts';
import { bodiesOf } from '../jinja/syntax/walk.ts';
import { defineRule } from './rule.ts';
import { code } from './wording.ts';

export interface LaterPayload {
  readonly kind: 'condition' | 'value' | 'loop';
  readonly source: string;
}

interface Place {
  readonly kind: LaterPayload['kind'];
  readonly span: Span;
  readonly ahead: LookAhead;
}

export const ct102LaterMessages = defineRule<LaterPayload>({
  code: 'CT102',
  title: 'Output depends on later messages',
  by: ['static'],
  severity: { serving: 'information', sft: 'information', rl: 'information' },
  explanation: `What is written for a message depends on what comes after it: on \`loop.last\`, on the number of messages, on the
next or the last message, on a scan that saw them all. That is how history gets rewritten when a message is appended. Found
by data flow, so it also shows what no conversation of the suite happens to break; where one does, CT101 stands in its
place. What only the generation prompt prints is not reported: it is there to look at the end.`,
  repair:
    'Look behind instead (`loop.previtem`, a namespace that is filled as messages are written), or move it into the generation prompt.',
  find: (analysis) => {
    const flow = dataFlowOf(analysis.subject.program.template);
    const later = new LaterMessages(flow);
    const places = flow.tree.nodes.flatMap((node) => placesAt(flow, later, node));
    const shown = places.filter(({ span }) => isInMessages(later, span) && !isBlamed(analysis, span));
    return [...new Map(shown.map((place) => [place.span.start, place])).values()].map((place) =>
      laterFinding(analysis, place),
    );
  },
});

function placesAt(flow: DataFlow, later: LaterMessages, node: Node): Place[] {
  const isPrompt = (expression: Expression) =>
    asksForGeneration(expression) || [...flow.tree.conditionsOver(node)].some(asksForGeneration);
  const place = (kind: Place['kind'], expression: Expression, ahead: LookAhead | null): Place[] =>
    ahead === null || isPrompt(expression) ? [] : [{ kind, span: expression.span, ahead }];
  switch (node.kind) {
    case 'if':
      return node.branches.flatMap(({ condition }, index) =>
        writes(flow, [...node.branches.slice(index).flatMap(({ body }) => body), ...(node.otherwise ?? [])])
          ? place('condition', condition, later.ofCondition(condition))
          : [],
      );
    case 'conditional':
      return isPrinted(flow, node)
        ? place('condition', node.condition, later.ofCondition(node.condition))
        : [];
    case 'for': {
      const { iterable, filter, body } = node;
      const isWalk = later.sources.isReversed(node) || iterable.kind === 'call';
      if (!writes(flow, body)) return [];
      return [
        ...(isWalk ? [] : place('loop', iterable, later.of(iterable))),
        ...(filter === null ? [] : place('condition', filter, later.ofCondition(filter))),
      ];
    }
    case 'output':
      return isRaise(node.value) || containsTernary(node.value)
        ? []
        : place('value', node.value, later.of(node.value));
    default:
      return [];
  }
}

/** Whether statements write text, or set a name that is printed. */
function writes(flow: DataFlow, statements: readonly Statement[]): boolean {
  return statements.some((statement) => {
    if (statement.kind === 'text') return statement.value.trim() !== '';
    if (statement.kind === 'output') return !isRaise(statement.value);
    if (statement.kind === 'set' || statement.kind === 'set-block') return isSetToBePrinted(flow, statement);
    return bodiesOf(statement).some((body) => writes(flow, body));
  });
}

function isSetToBePrinted({ tree }: DataFlow, node: Set | SetBlock): boolean {
  const { target } = node;
  if (target.kind !== 'name') return false;
  const scope = scopeOf(tree, node);
  return tree.nodes.some(
    (output) =>
      output.kind === 'output' &&
      (scope === null || (output.span.start >= scope.start && output.span.end <= scope.end)) &&
      !isRaise(output.value) &&
      [...within(output.value)].some((below) => below.kind === 'name' && below.name === target.name),
  );
}

function isPrinted(flow: DataFlow, node: Node): boolean {
  for (const above of flow.tree.ancestorsOf(node)) {
    if (above.kind === 'output') return !isRaise(above.value);
    if (above.kind === 'set') return isSetToBePrinted(flow, above);
    if ('body' in above || above.kind === 'if') return false;
  }
  return false;
}

const isRaise = (node: Expression) =>
  node.kind === 'call' && node.callee.kind === 'name' && node.callee.name === 'raise_exception';

const containsTernary = (node: Expression) => [...within(node)].some(({ kind }) => kind === 'conditional');

/** `add_generation_prompt`, alone or as one of the things that must hold. */
function asksForGeneration(condition: Expression): boolean {
  if (condition.kind === 'logical' && condition.operator === 'and')
    return asksForGeneration(condition.left) || asksForGeneration(condition.right);
  return condition.kind === 'name' && condition.name === 'add_generation_prompt';
}

/** Up to the end of the last loop over the messages; the whole of a template that has none. */
function isInMessages({ sources }: LaterMessages, { start }: Span): boolean {
  return sources.loops.length === 0 || sources.loops.some(({ span }) => start < span.end);
}

function isBlamed({ appendCauses, seamCauses }: Analysis, { start, end }: Span): boolean {
  return [...appendCauses, ...seamCauses].some(
    ({ culprit }) => culprit.span.start < end && start < culprit.span.end,
  );
}

function laterFinding({ source }: Analysis, { kind, span, ahead }: Place): Finding {
  const what = ahead.kind === 'scan' ? 'a scan of all messages' : code(source, ahead.source);
  const subject = kind === 'loop' ? 'The messages of this loop depend' : `${code(source, span)} depends`;
  const related: RelatedInformation[] = [
    {
      span: ahead.source,
      message: ahead.kind === 'scan' ? 'all messages are scanned here' : 'this looks ahead',
    },
    ...ahead.carried.map((carrier) => ({ span: carrier, message: 'it is kept here' })),
  ];
  return {
    code: 'CT102',
    severity: 'information',
    message: `${subject} on messages that come later (${what}): what is written here may change when one is appended.`,
    span,
    related,
    payload: { kind, source: source.slice(ahead.source.start, ahead.source.end) } satisfies LaterPayload,
  };
}
