/**
 * A tool group that is closed behind its last result is reopened by a further one. Closed lazily, by what follows it
 * (another role, or the generation prompt), it only grows; whole groups are written as before.
 */
import type { If } from '../../jinja/syntax/ast.ts';
import type { PrefixPayload } from '../../rules/prefixFinding.ts';
import type { Candidate, CandidateContext } from '../../rules/rule.ts';
import { indentBefore, literal, opener, removal } from './tags.ts';
import { ifWithCondition, isLoopOverMessages, pathTo } from './tree.ts';

export function lazyClose({ properties, span }: PrefixPayload, { analysis }: CandidateContext): Candidate[] {
  const { source, subject } = analysis;
  const { template } = subject.program;
  if (!properties.includes('append.tool-split')) return [];
  const close = ifWithCondition(template, span);
  if (close === null || close.branches.length > 1 || close.otherwise !== null) return [];
  const loop = pathTo(template, close.span).find(isLoopOverMessages);
  const [first] = loop?.body ?? [];
  if (loop === undefined || first === undefined || loop.target.kind !== 'name') return [];

  const body = printedBy(source, close);
  if (body === null) return [];
  const message = loop.target.name;
  const tag = opener(source);
  const block = (condition: string, at: number) =>
    `${tag} if ${condition} %}${body}${tag} endif %}\n${indentBefore(source, at) ?? ''}`;
  const afterTool = `loop.previtem is defined and loop.previtem.role == "tool" and ${message}.role != "tool"`;
  const opening = first.span.start;
  const prompt = lineAfter(source, loop.span.end);
  return [
    {
      title: 'Close the group of tool results when something else follows it',
      edits: [
        { span: { start: opening, end: opening }, text: block(afterTool, opening) },
        removal(source, close.span),
        {
          span: { start: prompt, end: prompt },
          text: block('add_generation_prompt and messages[-1].role == "tool"', prompt),
        },
      ],
    },
  ];
}

/** What the block prints, as outputs on one line; null where it does more than print. */
function printedBy(source: string, { branches: [branch] }: If): string | null {
  const outputs = branch!.body.map((statement) => {
    if (statement.kind === 'text') return `{{- ${literal(statement.value, source)} }}`;
    return statement.kind === 'output' ? source.slice(statement.span.start, statement.span.end) : null;
  });
  return outputs.includes(null) ? null : outputs.join('');
}

const lineAfter = (source: string, at: number) => (source[at] === '\n' ? at + 1 : at);
