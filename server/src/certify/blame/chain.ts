/**
 * Where the values came from that changed: from an operand of the condition back to the `set` that computed it, and
 * from there to what it was computed from. Only assignments that gave another value in the other render are told.
 */
import type { Span } from '../../../../protocol/certification.ts';
import type { Node, Trace, Write } from '../../jinja/index.ts';
import { childrenOf, nodesOf } from '../../jinja/syntax/walk.ts';
import type { Expression, Template } from '../../jinja/syntax/ast.ts';
import type { Culprit } from './culprit.ts';
import { shown } from './reads.ts';

/** One assignment of the chain, in each render. */
export interface Origin {
  /** `x` or `ns.x` */
  readonly name: string;
  readonly before: Assigned;
  readonly after: Assigned;
}

export interface Assigned {
  readonly span: Span;
  /** Python's repr, cut. */
  readonly value: string;
}

/** An assignment in the order of a trace. */
interface Found {
  readonly write: Write;
  readonly index: number;
  readonly value: string;
}

/** Assignments told for one culprit at most. */
const longest = 6;

/** Nearest to the condition first. Empty where no assignment carried the change. */
export function originsOf(template: Template, culprit: Culprit, before: Trace, after: Trace): Origin[] {
  const { decisions } = culprit;
  if (decisions === null) return [];
  const origins: Origin[] = [];
  const told = new Set<string>();
  const follow = (name: string, first: Found | null, second: Found | null): void => {
    if (first === null || second === null || first.value === second.value || told.has(name)) return;
    if (origins.length === longest) return;
    told.add(name);
    origins.push({
      name,
      before: { span: first.write.span, value: first.value },
      after: { span: second.write.span, value: second.value },
    });
    for (const used of namesUsed(template, [first.write, second.write])) {
      follow(used, lastBefore(before, used, first.index), lastBefore(after, used, second.index));
    }
  };
  for (const { span, before: was, after: is } of culprit.because) {
    const name = nameOf(template, span);
    if (name === null) continue;
    follow(name, lastWith(before, name, was, decisions.before), lastWith(after, name, is, decisions.after));
  }
  return origins;
}

/** The last assignment that gave the operand its value: made before the decision, with that very value. */
function lastWith({ writes }: Trace, name: string, value: string | null, decision: number): Found | null {
  for (let index = writes.length - 1; index >= 0; index -= 1) {
    const write = writes[index]!;
    if (write.name === name && write.decision < decision && shown(write.value) === value)
      return { write, index, value };
  }
  return null;
}

function lastBefore({ writes }: Trace, name: string, end: number): Found | null {
  for (let index = end - 1; index >= 0; index -= 1) {
    const write = writes[index]!;
    if (write.name === name) return { write, index, value: shown(write.value) };
  }
  return null;
}

/** Names that the assigned values were computed from. */
function namesUsed(template: Template, writes: readonly Write[]): Set<string> {
  const ids = new Set(writes.map(({ node }) => node));
  const names = new Set<string>();
  for (const node of nodesOf(template)) {
    if (node.kind === 'set' && ids.has(node.id)) collectNames(node.value, names);
  }
  return names;
}

function collectNames(node: Node, names: Set<string>): void {
  const name = spelt(node);
  if (name !== null) names.add(name);
  if (node.kind !== 'attribute') for (const child of childrenOf(node)) collectNames(child, names);
}

/** `x` and `ns.x` as assignments spell them; null for any other expression. */
function spelt(node: Node): string | null {
  if (node.kind === 'name') return node.name;
  if (node.kind === 'attribute' && node.object.kind === 'name')
    return `${node.object.name}.${node.attribute}`;
  return null;
}

function nameOf(template: Template, { start, end }: Span): string | null {
  for (const node of nodesOf(template)) {
    if (node.span.start === start && node.span.end === end && spelt(node as Expression) !== null)
      return spelt(node as Expression);
  }
  return null;
}
