/**
 * Where the values came from that changed: from an operand of the condition back to the `set` that computed it, and
 * from there to what it was computed from. Only assignments that gave another value in the other render are told.
 */
import type { Span } from '../../../../protocol/certification.ts';
import type { Node, Trace, Write } from '../../jinja/index.ts';
import { childrenOf, nodesOf } from '../../jinja/syntax/walk.ts';
import type { Expression, Template } from '../../jinja/syntax/ast.ts';
import { print } from '../../jinja/values/print.ts';
import type { Culprit, TracedText } from './culprit.ts';
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
  /** The decision it was assigned under (index in its trace), or -1. */
  readonly decision: number;
}

/** An assignment in the order of a trace. */
interface Found {
  readonly write: Write;
  readonly index: number;
  readonly value: string;
}

/** Assignments told for one culprit at most. */
const longest = 6;

/** Nearest to the condition, or to what was printed, first. Empty where no assignment carried the change. */
export function originsOf(
  template: Template,
  culprit: Culprit,
  { text: was, trace: before }: TracedText,
  { text: is, trace: after }: TracedText,
): Origin[] {
  const { decisions, extents } = culprit;
  const origins: Origin[] = [];
  const told = new Set<string>();
  const follow = (name: string, first: Found | null, second: Found | null): void => {
    if (first === null || second === null || first.value === second.value || told.has(name)) return;
    if (origins.length === longest) return;
    told.add(name);
    origins.push({
      name,
      before: assigned(first),
      after: assigned(second),
    });
    for (const used of namesUsed(template, [first.write, second.write])) {
      follow(used, lastBefore(before, used, first.index), lastBefore(after, used, second.index));
    }
  };
  if (decisions === null) {
    for (const name of namesPrinted(template, culprit.span))
      follow(
        name,
        lastPrinted(before, name, was, extents.before),
        lastPrinted(after, name, is, extents.after),
      );
    return origins;
  }
  for (const { span, before: first, after: second } of culprit.because) {
    const name = nameOf(template, span);
    if (name === null) continue;
    follow(
      name,
      lastWith(before, name, first, decisions.before),
      lastWith(after, name, second, decisions.after),
    );
  }
  return origins;
}

const assigned = ({ write: { span, decision }, value }: Found): Assigned => ({ span, value, decision });

/** The last assignment that gave the operand its value: made before the decision, with that very value. */
function lastWith({ writes }: Trace, name: string, value: string | null, decision: number): Found | null {
  for (let index = writes.length - 1; index >= 0; index -= 1) {
    const write = writes[index]!;
    if (write.name === name && write.decision < decision && shown(write.value) === value)
      return { write, index, value };
  }
  return value === null ? null : made(writes, name, value, decision - 1);
}

/** A field of a namespace that no `set` gave its value has it from where the namespace was made. */
function made(writes: readonly Write[], name: string, value: string, decision: number): Found | null {
  const [object, field] = name.split('.');
  if (field === undefined) return null;
  const index = writes.findLastIndex((write) => write.name === object && write.decision <= decision);
  return index < 0 ? null : { write: writes[index]!, index, value };
}

/**
 * The last assignment whose value stands in a stretch of the text: of those made under the choices around the stretch
 * or before them, else of all (text outside of every choice says nothing of its time).
 */
function lastPrinted(trace: Trace, name: string, text: string, { start, end }: Span): Found | null {
  const stretch = text.slice(start, end);
  const decision = trace.runs().find((run) => run.end > start)?.decision ?? -1;
  const last = (until: number): Found | null => {
    const index = trace.writes.findLastIndex(
      (write) => write.name === name && write.decision <= until && stretch.includes(print(write.value)),
    );
    const write = trace.writes[index];
    return write === undefined ? null : { write, index, value: shown(write.value) };
  };
  return last(decision) ?? last(Infinity) ?? made(trace.writes, name, stretch, decision);
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

/** Names in the statement that prints at a place. */
export function namesPrinted(template: Template, { start, end }: Span): Set<string> {
  const names = new Set<string>();
  for (const node of nodesOf(template)) {
    if (node.kind === 'output' && node.span.start <= start && node.span.end >= end)
      collectNames(node.value, names);
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
