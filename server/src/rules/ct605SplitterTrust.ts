import type { Finding } from '../../../protocol/certification.ts';
import type { Message, RenderRequest } from '../../../protocol/conversation.ts';
import type { Analysis } from '../certify/analysis.ts';
import { assistant, user } from '../conversation/messages.ts';
import { splitsOf } from '../dataflow/index.ts';
import type { Call } from '../jinja/syntax/ast.ts';
import { defineRule } from './rule.ts';
import { code, quote } from './wording.ts';

export interface SplitterPayload {
  readonly tag: string;
  /** Whether the text is lost in history, in the last turn, or both. */
  readonly lostIn: readonly ('history' | 'last turn')[];
}

export const ct605SplitterTrust = defineRule<SplitterPayload>({
  code: 'CT605',
  title: 'Splitter trusts one tag',
  by: ['static', 'renders'],
  severity: { serving: 'warning', sft: 'warning', rl: 'warning' },
  explanation: `Reasoning is cut out of the content at its closing tag, and nobody asks whether the opening tag is there. An answer
that merely speaks of the tag loses what stands before it. Templates whose generation prompt opens the block are not reported:
what the model samples then has only the closing tag.`,
  repair: "Ask for both: `{% if '<think>' in content and '</think>' in content %}`.",
  find: (analysis) =>
    splitsOf(analysis.subject.program.template).flatMap(({ call, tag }) =>
      splitterFinding(analysis, call, tag),
    ),
});

function splitterFinding({ source, subject }: Analysis, call: Call, tag: string): Finding[] {
  const opener = tag.replace('/', '').trim();
  const opens = subject.kwargs.some((kwargs) => {
    const prompt = subject.render(requestOf([user('one')], kwargs, true));
    return prompt.ok && prompt.text.trimEnd().endsWith(opener);
  });
  if (opens) return [];
  const turn = assistant({ content: `zleftz ${tag.trim()} zrightz` });
  const loses = (messages: readonly Message[]) => {
    const rendered = subject.render(requestOf(messages, {}, false));
    return rendered.ok && rendered.text.includes('zrightz') && !rendered.text.includes('zleftz');
  };
  const lostIn: SplitterPayload['lostIn'] = [
    ...(loses([user('one'), turn, user('two')]) ? (['history'] as const) : []),
    ...(loses([user('one'), turn]) ? (['last turn'] as const) : []),
  ];
  if (lostIn.length === 0) return [];
  return [
    {
      code: 'CT605',
      severity: 'warning',
      message:
        `${code(source, call.span)} trusts the closing tag alone: of an answer that holds ${quote(tag.trim())} and no opening ` +
        `tag, what stands before it is dropped (${lostIn.join(' and ')}).`,
      span: call.span,
      related: [],
      payload: { tag, lostIn } satisfies SplitterPayload,
    },
  ];
}

const requestOf = (
  messages: readonly Message[],
  kwargs: RenderRequest['conversation']['kwargs'],
  addGenerationPrompt: boolean,
): RenderRequest => ({
  conversation: { messages, tools: null, documents: null, kwargs },
  addGenerationPrompt,
});
