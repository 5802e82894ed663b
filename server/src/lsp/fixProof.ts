/** The proof of a fix, as Markdown: the edit, verdicts before and after, the ordinary renders that change. */
import { createTwoFilesPatch } from 'diff';
import type { Fix, PropertyResult, RenderChange, Verdict } from '../../../protocol/certification.ts';
import type { RenderRequest } from '../../../protocol/conversation.ts';
import { applyEdits } from '../fix/edits.ts';

/** Renders shown in full; the others are named. */
const SHOWN = 12;

export interface ProofOf {
  readonly fix: Fix;
  readonly templateName: string;
  readonly source: string;
  /** Verdicts before the fix. */
  readonly properties: readonly PropertyResult[];
  readonly tokenizer: string | null;
}

export function proofMarkdown({ fix, templateName, source, properties, tokenizer }: ProofOf): string {
  const blocks = [
    `# ${fix.title}`,
    tokenizer
      ? `The whole certificate was run on the edited text, with the tokenizer \`${tokenizer}\`.`
      : 'The whole certificate was run on the edited text; on text alone, as no tokenizer was there.',
    '## The edit',
    diffBlock(source, applyEdits(source, fix.edits), templateName, 2),
    `## Verdicts${underWhat(fix)}`,
    verdictTable(fix, properties),
    '## Ordinary renders',
    ...changesOf(fix),
  ];
  return blocks.join('\n\n') + '\n';
}

/** `, where preserve_thinking is true` */
const underWhat = ({ under = {} }: Fix) =>
  Object.keys(under)
    .map((name) => `, where \`${name}\` is true`)
    .join('');

function verdictTable(fix: Fix, properties: readonly PropertyResult[]): string {
  const after = new Map(fix.repairs.map((change) => [change.property, change.after]));
  const rows = properties.map(({ id, verdict }) => row(id, verdict, after.get(id) ?? verdict));
  return ['| property | before | after |', '| --- | --- | --- |', ...rows].join('\n');
}

function row(property: string, before: Verdict, after: Verdict): string {
  return before === after
    ? `| ${property} | ${before} | ${after} |`
    : `| **${property}** | ${before} | **${after}** |`;
}

function changesOf({ changes, compared }: Fix): string[] {
  if (changes.length === 0) return [`None of the ${compared} renders that were compared changes.`];
  const left = changes.slice(SHOWN).map(({ trajectory, request }) => `- ${trajectory}${flagsOf(request)}`);
  return [
    `${changes.length} of the ${compared} renders that were compared ${changes.length > 1 ? 'change' : 'changes'}:`,
    ...changes.slice(0, SHOWN).flatMap(changeBlocks),
    ...(left.length > 0 ? [`And ${left.length} more:`, left.join('\n')] : []),
  ];
}

function changeBlocks({ trajectory, request, before, after }: RenderChange): string[] {
  return [`### ${trajectory}${flagsOf(request)}`, diffBlock(before, after, 'render', 3)];
}

function flagsOf({ addGenerationPrompt, conversation }: RenderRequest): string {
  const kwargs = Object.entries(conversation.kwargs).map(
    ([name, value]) => `${name}=${JSON.stringify(value)}`,
  );
  const flags = addGenerationPrompt ? ['add_generation_prompt', ...kwargs] : kwargs;
  return flags.length > 0 ? ` (${flags.join(', ')})` : '';
}

function diffBlock(before: string, after: string, name: string, context: number): string {
  const patch = createTwoFilesPatch(name, name, before, after, 'before', 'after', { context });
  const body = patch.slice(patch.indexOf('--- ')).trimEnd();
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1));
  return `${fence}diff\n${body}\n${fence}`;
}

/** Of backticks: a fence must be longer than any inside. */
function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
