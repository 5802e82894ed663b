/** Places of a template where what is written depends on messages that come later. What only the generation prompt prints is none. */
import type { Expression, Node, Set, SetBlock, Span, Statement, Template } from '../jinja/syntax/ast.ts';
import { bodiesOf } from '../jinja/syntax/walk.ts';
import { scopeOf } from './bindings.ts';
import { dataFlowOf, type DataFlow } from './reads.ts';
import { LaterMessages, type LookAhead } from './later.ts';
import { within } from './tree.ts';

export interface LaterPlace {
  readonly kind: 'condition' | 'value' | 'loop';
  readonly span: Span;
  readonly ahead: LookAhead;
}

export function laterPlaces(template: Template): LaterPlace[] {
  const flow = dataFlowOf(template);
  const later = new LaterMessages(flow);
  const places = flow.tree.nodes
    .flatMap((node) => placesAt(flow, later, node))
    .filter(({ span }) => isInMessages(later, span));
  return [...new Map(places.map((place) => [place.span.start, place])).values()];
}

function placesAt(flow: DataFlow, later: LaterMessages, node: Node): LaterPlace[] {
  const isPrompt = (expression: Expression) =>
    asksForGeneration(expression) || [...flow.tree.conditionsOver(node)].some(asksForGeneration);
  const place = (kind: LaterPlace['kind'], expression: Expression, ahead: LookAhead | null): LaterPlace[] =>
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
