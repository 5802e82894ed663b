/** An optional field read as `x or ''` (CT601): at the place that fails, else wherever the template reads it. */
import type { OptionalFault } from '../../certify/probes/optionalFields.ts';
import type { Node } from '../../jinja/syntax/ast.ts';
import { childrenOf } from '../../jinja/syntax/walk.ts';
import type { Candidate, CandidateContext } from '../../rules/rule.ts';

const listField = /\b(tool_calls|tools|documents)\b\W*$/;

export function orEmpty({ kind }: OptionalFault, { analysis, finding }: CandidateContext): Candidate[] {
  const { source, subject } = analysis;
  if (kind === 'refuses') return [];
  const textOf = ({ span }: Node) => source.slice(span.start, span.end);
  const reads = unguardedReads(subject.program.template, finding.payload, textOf);
  const here = reads.filter(({ span }) => span.start < finding.span.end && span.end > finding.span.start);
  const spelling = here[0] === undefined ? null : textOf(here[0]);
  if (spelling === null) return [];
  const empty = listField.test(spelling) ? '[]' : "''";
  const guard = (node: Node) => ({ span: node.span, text: `(${spelling} or ${empty})` });
  const same = reads.filter((node) => textOf(node) === spelling);
  return [
    { title: `Read \`${spelling}\` as \`${spelling} or ${empty}\``, edits: here.slice(0, 1).map(guard) },
    { title: `Read \`${spelling}\` as \`${spelling} or ${empty}\` everywhere`, edits: same.map(guard) },
  ];
}

/** Reads of the field whose value is used: not those that only ask whether it is there. */
function unguardedReads(template: Node, payload: unknown, textOf: (node: Node) => string): Node[] {
  const [field] = (payload as OptionalFault).field.split(' ');
  const reads: Node[] = [];
  const visit = (node: Node, asked: boolean): void => {
    const isRead =
      node.kind === 'attribute' || node.kind === 'subscript' || (node.kind === 'name' && node.name === field);
    if (isRead && !asked && new RegExp(`\\b${field}\\b\\W*$`).test(textOf(node))) reads.push(node);
    for (const child of childrenOf(node)) visit(child, onlyAsks(node, child));
  };
  visit(template, false);
  return reads;
}

/** Tests, truth in a condition, and the left of an `or`. */
function onlyAsks(node: Node, child: Node): boolean {
  if (node.kind === 'test') return child === node.operand;
  if (node.kind === 'logical') return child === node.left || node.operator === 'and';
  if (node.kind === 'branch' || node.kind === 'conditional') return child === node.condition;
  return node.kind === 'unary' && node.operator === 'not';
}
