/** A block whose condition is settled, without its tags: what the chosen branch holds stands there alone. */
import type { Edit, Span } from '../../../../protocol/certification.ts';
import type { If, Template } from '../../jinja/syntax/ast.ts';
import { indentBefore, tagsOf, wholeLines } from './tags.ts';
import { ifWithCondition } from './tree.ts';

/** Null where the condition is none of a block with one branch. */
export function splicedBlock(template: Template, condition: Span, outcome: boolean): Edit | null {
  const { source } = template;
  const block = ifWithCondition(template, condition);
  if (block === null || block.branches.length > 1) return null;
  const whole = wholeLines(source, block.span);
  const kept = branchText(source, block, outcome);
  if (kept === '') return { span: whole, text: '' };
  // Tags on lines of their own go with their lines; the body moves out by one step.
  const indent = indentBefore(source, block.span.start);
  return whole.start === block.span.start || indent === null
    ? { span: block.span, text: kept.trim() }
    : { span: whole, text: `${outdented(kept, indent)}\n` };
}

/** What stands between the tags around the branch that is taken; empty where there is none. */
function branchText(source: string, block: If, outcome: boolean): string {
  const { otherwise, end } = tagsOf(source, block);
  if (!outcome) return otherwise === null ? '' : source.slice(otherwise.end, end.start);
  const start = source.indexOf('%}', block.branches[0]!.condition.span.end) + 2;
  return source.slice(start, (otherwise ?? end).start);
}

function outdented(text: string, indent: string): string {
  const lines = text.replace(/^\s*\n|\n\s*$/g, '').split('\n');
  const written = lines.filter((line) => line.trim() !== '');
  const least = Math.min(...written.map((line) => line.length - line.trimStart().length));
  const step = Math.max(0, least - indent.length);
  return lines.map((line) => line.slice(Math.min(step, line.length - line.trimStart().length))).join('\n');
}

export function splicedTitle(template: Template, condition: Span, outcome: boolean): string {
  const otherwise = ifWithCondition(template, condition)?.otherwise ?? null;
  return outcome || otherwise !== null ? 'Make the block unconditional' : 'Drop the block';
}
