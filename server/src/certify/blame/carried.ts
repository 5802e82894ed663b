/**
 * Where no choice stands over the text that changed, a value brought the change there: a name that was set under a choice
 * which came out otherwise, or an argument of a macro. Then the choice, or the argument, is the culprit.
 */
import type { Span } from '../../../../protocol/certification.ts';
import { dataFlowOf } from '../../dataflow/index.ts';
import { LaterMessages } from '../../dataflow/later.ts';
import { within } from '../../dataflow/tree.ts';
import type { Run } from '../../jinja/index.ts';
import type { Call, Expression, Macro, Set as SetStatement, Template } from '../../jinja/syntax/ast.ts';
import { nodesOf } from '../../jinja/syntax/walk.ts';
import { alignmentOf } from './align.ts';
import { namesPrinted, originsOf, type Assigned } from './chain.ts';
import {
  isEvent,
  outermostFlip,
  runAt,
  type Culprit,
  type Event,
  type Flip,
  type TracedText,
} from './culprit.ts';
import { macroCallsOf } from './macroCalls.ts';
import { changedReads } from './reads.ts';

/** The same culprit, or what brought the change to it. */
export function carriedCulprit(
  template: Template,
  culprit: Culprit,
  before: TracedText,
  after: TracedText,
  event: Event,
): Culprit {
  if (culprit.kind !== 'value') return culprit;
  const isExcused = isEvent(template.source, before, after, event);
  const printing = printingOf(template, culprit);
  const printed = flippedWithin(printing, culprit, before, after, isExcused);
  if (printed !== null) return decidedBy(printed, culprit, before, after);
  // What was set is told where it is printed, as a value that is printed itself is.
  if (printing.length === 1) return { ...culprit, span: printing[0]!, replacedAt: null };
  if (!isOfOneStatement(template, culprit)) return culprit;
  const handed = argumentsBehind(template, culprit, runAt(before, culprit.vanished.start), before);
  const flip =
    flippedWithin(
      handed.map(({ span }) => span),
      culprit,
      before,
      after,
      isExcused,
    ) ?? flippedOnTheWay(template, culprit, before, after, isExcused);
  if (flip !== null) return decidedBy(flip, culprit, before, after);
  const later = new LaterMessages(dataFlowOf(template));
  const argument = handed.find((expression) => later.of(expression) !== null);
  return argument === undefined ? culprit : { ...culprit, span: argument.span, replacedAt: null };
}

function decidedBy(flip: Flip, culprit: Culprit, before: TracedText, after: TracedText): Culprit {
  const decided = before.trace.decisions[flip.before]!;
  return {
    ...culprit,
    kind: 'condition',
    replacedAt: null,
    span: decided.span,
    outcomes: {
      before: Boolean(decided.outcome),
      after: Boolean(after.trace.decisions[flip.after]!.outcome),
    },
    decisions: flip,
    message: decided.message,
    because: changedReads(before.trace, flip.before, after.trace, flip.after),
  };
}

/** Of the assignments that carried the change, the nearest that was made under another choice, or by one inside it. */
function flippedOnTheWay(
  template: Template,
  culprit: Culprit,
  before: TracedText,
  after: TracedText,
  isExcused: (flip: Flip) => boolean,
): Flip | null {
  for (const origin of originsOf(template, culprit, before, after)) {
    const flip =
      outermostFlip(before.trace, after.trace, origin.before.decision, origin.after.decision, isExcused) ??
      flippedWithin(spansOf(origin.before, origin.after), culprit, before, after, isExcused);
    if (flip !== null) return flip;
  }
  return null;
}

const spansOf = (...assigned: Assigned[]) => assigned.map(({ span }) => span);

/** The first choice inside of expressions that came out otherwise for the message of the culprit. */
function flippedWithin(
  places: readonly Span[],
  { message }: Culprit,
  before: TracedText,
  after: TracedText,
  isExcused: (flip: Flip) => boolean,
): Flip | null {
  const first = alignmentOf(before.trace);
  const second = alignmentOf(after.trace);
  for (const [index, decision] of before.trace.decisions.entries()) {
    const { kind, span, outcome } = decision;
    if (kind === 'iteration' || decision.message !== message) continue;
    if (!places.some(({ start, end }) => start <= span.start && span.end <= end)) continue;
    const other = second.byKey.get(first.keys[index]!);
    const flip = { before: index, after: other ?? -1 };
    if (other !== undefined && after.trace.decisions[other]!.outcome !== outcome && !isExcused(flip))
      return flip;
  }
  return null;
}

/** The statements that print what was set where the culprit stands, and what was set from that in turn. */
function printingOf(template: Template, { span }: Culprit): Span[] {
  const { tree } = dataFlowOf(template);
  const names = new Set<string>();
  for (const node of tree.nodes)
    if (node.kind === 'set' && holds(node.span, span)) names.add(nameSetBy(node));
  const isMadeOf = (value: Expression) =>
    [...within(value)].some((below) => below.kind === 'name' && names.has(below.name));
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const node of tree.nodes)
      if (node.kind === 'set' && isMadeOf(node.value)) names.add(nameSetBy(node));
  }
  return tree.nodes.flatMap((node) => (node.kind === 'output' && isMadeOf(node.value) ? [node.span] : []));
}

/** The name, or the namespace whose field it is; nothing is read by the empty name. */
const nameSetBy = ({ target }: SetStatement) => (target.kind === 'tuple-target' ? '' : target.name);

/** Both renders have their text there from the same `{{ }}`. */
function isOfOneStatement(template: Template, { span, replacedAt }: Culprit): boolean {
  if (replacedAt === null) return true;
  return [...nodesOf(template)].some(
    (node) => node.kind === 'output' && holds(node.span, span) && holds(node.span, replacedAt),
  );
}

/** What was handed to the macro that wrote the culprit, as far as the text there is made of it. */
function argumentsBehind(
  template: Template,
  { span }: Culprit,
  run: Run | null,
  { trace }: TracedText,
): Expression[] {
  const found = run === null ? null : macroCallsOf(template, trace, run);
  if (found === null) return [];
  const printed = namesPrinted(template, span);
  return found.calls.flatMap((call) =>
    handedTo(found.macro, call).flatMap(({ name, value }) => (printed.has(name) ? [value] : [])),
  );
}

function handedTo({ parameters }: Macro, { args }: Call): { name: string; value: Expression }[] {
  const placed = args.positional.flatMap((value, index) => {
    const parameter = parameters[index];
    return parameter === undefined ? [] : [{ name: parameter.name, value }];
  });
  return [...placed, ...args.keyword];
}

const holds = (outer: Span, inner: Span) => outer.start <= inner.start && inner.end <= outer.end;
