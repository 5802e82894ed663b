/** Which operands of one decision had another value in the other render. */
import type { Span } from '../../../../protocol/certification.ts';
import type { Trace, Value } from '../../jinja/index.ts';
import { repr } from '../../jinja/values/print.ts';

export interface ChangedRead {
  readonly span: Span;
  /** Python's repr, cut; null where the operand was not evaluated. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Longest value printed in a message, in UTF-16 units. */
const longest = 60;

export function changedReads(before: Trace, here: number, after: Trace, there: number): ChangedRead[] {
  const first = readsOf(before, here);
  const second = readsOf(after, there);
  const nodes = new Set([...first.keys(), ...second.keys()]);
  return [...nodes].flatMap((node) => {
    const was = first.get(node);
    const is = second.get(node);
    const change = { span: (was ?? is)!.span, before: was?.shown ?? null, after: is?.shown ?? null };
    return change.before === change.after || change.before === null || change.after === null ? [] : [change];
  });
}

/** The first value that each operand had in a decision. */
function readsOf({ reads }: Trace, decision: number): Map<number, { span: Span; shown: string }> {
  const found = new Map<number, { span: Span; shown: string }>();
  for (const read of reads) {
    if (read.decision === decision && !found.has(read.node)) {
      found.set(read.node, { span: read.span, shown: shown(read.value) });
    }
  }
  return found;
}

/** Python's repr, cut. */
export function shown(value: Value): string {
  const text = repr(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
