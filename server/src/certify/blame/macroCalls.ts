/** Which calls of a macro can have written a text that stands in it. */
import type { Span } from '../../../../protocol/certification.ts';
import { dataFlowOf } from '../../dataflow/index.ts';
import type { Run, Trace } from '../../jinja/index.ts';
import type { Call, Macro, Node, Template } from '../../jinja/syntax/ast.ts';
import type { Tree } from '../../dataflow/tree.ts';
import { chainOf } from './align.ts';

export interface MacroCalls {
  readonly macro: Macro;
  /** Those that stand under no choice that the text was not written under. */
  readonly calls: readonly Call[];
}

/** Null where the run was not written in a macro. */
export function macroCallsOf(template: Template, trace: Trace, run: Run): MacroCalls | null {
  const { tree } = dataFlowOf(template);
  const macro = tree.nodes.find((node): node is Macro => node.kind === 'macro' && holds(node.span, run.site));
  if (macro === undefined) return null;
  const outcomes = new Map(
    chainOf(trace, printedWith(trace, run, macro).decision).map((index) => {
      const { node, outcome } = trace.decisions[index]!;
      return [node, outcome];
    }),
  );
  const calls = tree.nodes.filter(
    (node): node is Call =>
      node.kind === 'call' &&
      node.callee.kind === 'name' &&
      node.callee.name === macro.name &&
      isReached(tree, node, outcomes),
  );
  return { macro, calls };
}

/** The nearest text of the macro's own: a value that it prints carries the choices it was made under, not those of the call. */
function printedWith(trace: Trace, run: Run, macro: Macro): Run {
  const runs = trace.runs();
  const at = runs.indexOf(run);
  const isOwn = ({ path, site }: Run) => path === null && holds(macro.span, site);
  return runs.slice(0, at + 1).findLast(isOwn) ?? runs.slice(at).find(isOwn) ?? run;
}

/** Whether the choices around a node came out, in these decisions, so that it was reached. */
function isReached(tree: Tree, node: Node, outcomes: ReadonlyMap<number, boolean | number>): boolean {
  let below = node;
  for (const above of tree.ancestorsOf(node)) {
    if (above.kind === 'branch' && outcomes.get(above.id) !== true) return false;
    if (above.kind === 'for' && !outcomes.has(above.id)) return false;
    const isElse = above.kind === 'if' && below.kind !== 'branch';
    if (isElse && outcomes.get(above.branches.at(-1)!.id) !== false) return false;
    below = above;
  }
  return true;
}

const holds = (outer: Span, inner: Span) => outer.start <= inner.start && inner.end <= outer.end;
