/** Arguments printed as they are where they are a string already, and encoded only where they are not (CT501). */
import type { Expression, Node } from '../../jinja/syntax/ast.ts';
import { nodesOf } from '../../jinja/syntax/walk.ts';
import type { ShapeFault } from '../../certify/properties/argsShape.ts';
import type { Candidate, CandidateContext } from '../../rules/rule.ts';
import { code } from '../../rules/wording.ts';

export function stringGuard({ kind }: ShapeFault, { analysis, finding }: CandidateContext): Candidate[] {
  const { source, subject } = analysis;
  if (kind === 'drops') return [];
  const nodes = [...nodesOf(subject.program.template)];
  const printed = nodes.filter(
    (node) => near(node, finding.span) && isPrintedArguments(node, source),
  ) as Expression[];
  // Where the filter stands, all of `x | tojson` is guarded, not `x` inside it.
  const encoded = printed.filter(({ kind: is }) => is === 'filter');
  return (encoded.length > 0 ? encoded : printed).map((node) => {
    const value = node.kind === 'filter' ? node.operand : node;
    const plain = source.slice(value.span.start, value.span.end);
    const json = node.kind === 'filter' ? source.slice(node.span.start, node.span.end) : `${plain} | tojson`;
    const guarded = `${plain} if ${plain} is string else ${json}`;
    const alone = nodes.some(
      (outer) => (outer.kind === 'output' || outer.kind === 'set') && outer.value === node,
    );
    return {
      title: `Print ${code(source, value.span)} as it is where it is a string`,
      edits: [{ span: node.span, text: alone ? guarded : `(${guarded})` }],
    };
  });
}

const near = ({ span }: Node, { start, end }: { start: number; end: number }) =>
  span.start < end && span.end > start;

/** `call.arguments`, `args`, or either through `tojson`. */
function isPrintedArguments(node: Node, source: string): boolean {
  if (node.kind === 'filter') return node.use.name === 'tojson' && isPrintedArguments(node.operand, source);
  if (node.kind === 'name') return /arg(ument)?s/.test(node.name);
  if (node.kind !== 'attribute' && node.kind !== 'subscript') return false;
  return /\b(arguments|args)\b\W*$/.test(source.slice(node.span.start, node.span.end));
}
