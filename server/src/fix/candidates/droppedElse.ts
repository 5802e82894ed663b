/** What only a conversation without generation prompt ends with: an `else` beside the generation prompt, dropped. */
import type { PrefixPayload } from '../../rules/prefixFinding.ts';
import type { Candidate, CandidateContext } from '../../rules/rule.ts';
import { indentBefore, tagsOf } from './tags.ts';
import { ifWithCondition } from './tree.ts';

export function droppedElse(
  { kind, span, outcomes }: PrefixPayload,
  { analysis }: CandidateContext,
): Candidate[] {
  const { source, subject } = analysis;
  const choice = ifWithCondition(subject.program.template, span);
  if (kind !== 'condition' || outcomes?.before !== false || choice === null) return [];
  const { otherwise, end } = tagsOf(source, choice);
  if (otherwise === null) return [];
  // Tags on lines of their own: the lines go, so that `endif` keeps its indentation.
  const alone = indentBefore(source, otherwise.start);
  const before = indentBefore(source, end.start);
  const dropped =
    alone === null || before === null
      ? { start: otherwise.start, end: end.start }
      : { start: otherwise.start - alone.length, end: end.start - before.length };
  return [{ title: 'Drop the else branch', edits: [{ span: dropped, text: '' }] }];
}
