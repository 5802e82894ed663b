/** A condition without the one operand of an `and` or `or` that looks ahead. */
import type { Expression } from '../../jinja/syntax/ast.ts';
import { childrenOf } from '../../jinja/syntax/walk.ts';
import type { PrefixPayload } from '../../rules/prefixFinding.ts';
import type { Candidate, CandidateContext } from '../../rules/rule.ts';
import { code } from '../../rules/wording.ts';
import { nodeAt } from './tree.ts';

export function droppedTerm(
  { kind, span, because }: PrefixPayload,
  { analysis }: CandidateContext,
): Candidate[] {
  const { source, subject } = analysis;
  const condition = nodeAt(subject.program.template, span);
  if (kind !== 'condition' || condition === null) return [];
  const changed = new Set(because.map((change) => change.source));
  return logicalsIn(condition as Expression)
    .flatMap((logical) => [
      { logical, dropped: logical.left, kept: logical.right },
      { logical, dropped: logical.right, kept: logical.left },
    ])
    .filter(({ dropped }) => mentions(source, dropped, changed))
    .map(({ logical, dropped, kept }) => ({
      title: `Drop ${code(source, dropped.span)} from the condition`,
      edits: [{ span: logical.span, text: source.slice(kept.span.start, kept.span.end) }],
    }));
}

function logicalsIn(node: Expression): Extract<Expression, { kind: 'logical' }>[] {
  const below = childrenOf(node).flatMap((child) => logicalsIn(child as Expression));
  return node.kind === 'logical' ? [node, ...below] : below;
}

/** Whether an operand whose value changed stands in the term. */
function mentions(source: string, term: Expression, changed: ReadonlySet<string>): boolean {
  return (
    changed.has(source.slice(term.span.start, term.span.end)) ||
    childrenOf(term).some((child) => mentions(source, child as Expression, changed))
  );
}
