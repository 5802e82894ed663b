/** Tool results that share a turn, each in a turn of its own: opened and closed whatever stands around it. */
import type { If, Node } from '../../jinja/syntax/ast.ts';
import type { PrefixPayload } from '../../rules/prefixFinding.ts';
import type { Candidate, CandidateContext } from '../../rules/rule.ts';
import { ifWithCondition, isLoopOverMessages, pathTo, siblingsOf } from './tree.ts';

export function ownTurns({ properties, span }: PrefixPayload, { analysis }: CandidateContext): Candidate[] {
  const { template } = analysis.subject.program;
  const close = ifWithCondition(template, span);
  const siblings = close === null ? null : siblingsOf(template, close);
  if (!properties.includes('append.tool-split') || close?.otherwise !== null || siblings === null) return [];
  if (!pathTo(template, close.span).some(isLoopOverMessages)) return [];
  const open = siblings.body.slice(0, siblings.index).find(isOpening);
  if (open === undefined) return [];
  return [
    {
      title: 'Write each tool result in a turn of its own',
      edits: [open.branches[0]!.condition.span, span].map((condition) => ({ span: condition, text: 'true' })),
      lastResort: true,
    },
  ];
}

/** A lone `if` that only prints. */
const isOpening = (node: Node): node is If =>
  node.kind === 'if' &&
  node.branches.length === 1 &&
  node.otherwise === null &&
  node.branches[0]!.body.every(({ kind }) => kind === 'output' || kind === 'text');
