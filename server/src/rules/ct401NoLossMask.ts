import type { Finding, Span } from '../../../protocol/certification.ts';
import type { RenderRequest } from '../../../protocol/conversation.ts';
import type { Analysis } from '../certify/analysis.ts';
import { callBehind, siteAt } from '../certify/blame/siteAt.ts';
import { hasGenerationBlocks } from '../certify/properties/maskExact.ts';
import { maskPresent } from '../certify/properties/maskPresent.ts';
import { nodesOf } from '../jinja/syntax/walk.ts';
import { generationBlock } from '../fix/candidates/generationBlock.ts';
import { defineRule } from './rule.ts';
import { wholeTemplate } from './wording.ts';

export interface MaskPayload {
  /** `absent`: there is no block. `empty`: no conversation has any text in one. `partly`: some have none. */
  readonly kind: 'absent' | 'empty' | 'partly';
  readonly trajectory: string;
}

export const ct401NoLossMask = defineRule<MaskPayload>({
  code: 'CT401',
  title: 'No usable loss mask',
  by: ['static', 'renders'],
  severity: { serving: 'information', sft: 'error', rl: 'warning' },
  explanation: `Trainers that compute the loss on assistant turns only take the mask from \`generation\` blocks. For some
conversation none of them holds any text, or there is no block at all: the mask is all zero, and nothing says so. Templates
without any block are reported where the template is for supervised fine-tuning only (\`"use": "sft"\`): trainers that
record the mask when they append sampled ids need none.`,
  repair: 'Wrap what the assistant writes in a generation block, in every branch.',
  isFor: ({ kind }, use) => kind !== 'absent' || use === 'sft',
  find: (analysis) => {
    const { faults } = analysis.factsOf(maskPresent);
    const [first] = faults;
    if (first === undefined) return [];
    const { trajectory, request, detail } = first.witness;
    const kind = !hasGenerationBlocks(analysis.subject)
      ? 'absent'
      : faults.length === analysis.subject.suite.length
        ? 'empty'
        : 'partly';
    const finding: Finding = {
      code: 'CT401',
      severity: 'warning',
      message:
        kind === 'absent'
          ? 'No generation block says what is trained on: with assistant_only_loss, the loss mask of every conversation is all zero.'
          : `The loss mask of ${trajectory} is all zero: ${detail}.`,
      span:
        (kind === 'absent' ? answerSite(analysis, request) : blockTag(analysis)) ??
        wholeTemplate(analysis.source),
      related: [],
      payload: { kind, trajectory } satisfies MaskPayload,
    };
    return [finding];
  },
  candidates: (_, { analysis }) => generationBlock(analysis),
});

/** Where the last answer of a conversation is written. */
function answerSite({ subject }: Analysis, request: RenderRequest): Span | null {
  const { messages } = request.conversation;
  const answer = messages.findLastIndex(({ role }) => role === 'assistant');
  const run = subject
    .trace(request)
    .trace?.runs()
    .find(({ message, path }) => message === answer && path !== null);
  return run === undefined
    ? null
    : (callBehind(subject, request, run.start) ?? siteAt(subject, request, run.start));
}

function blockTag({ subject }: Analysis): Span | null {
  const block = [...nodesOf(subject.program.template)].find(({ kind }) => kind === 'generation');
  if (block === undefined) return null;
  const { start, end } = block.span;
  return { start, end: Math.min(end, start + '{% generation %}'.length) };
}
