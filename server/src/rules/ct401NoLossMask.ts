import type { Finding } from '../../../protocol/certification.ts';
import { hasGenerationBlocks } from '../certify/properties/maskExact.ts';
import { maskPresent } from '../certify/properties/maskPresent.ts';
import { nodesOf } from '../jinja/syntax/walk.ts';
import { generationBlock } from '../fix/candidates/generationBlock.ts';
import { defineRule } from './rule.ts';

export const ct401NoLossMask = defineRule<{ trajectory: string }>({
  code: 'CT401',
  title: 'No usable loss mask',
  by: ['static', 'renders'],
  severity: { serving: 'information', sft: 'error', rl: 'warning' },
  explanation: `The template has \`generation\` blocks, and for some conversation none of them holds any text: the mask of that
sample is all zero, and nothing says so. Templates without any block are not reported here, for trainers that record
the mask when they append sampled ids need none; the verdict of \`mask.present\` says so all the same.`,
  repair: 'Wrap what the assistant writes in a generation block in this branch too.',
  find: (analysis) => {
    if (!hasGenerationBlocks(analysis.subject)) return [];
    const [first] = analysis.factsOf(maskPresent).faults;
    if (first === undefined) return [];
    const block = [...nodesOf(analysis.subject.program.template)].find(({ kind }) => kind === 'generation')!;
    const { trajectory, detail } = first.witness;
    const finding: Finding = {
      code: 'CT401',
      severity: 'warning',
      message: `The loss mask of ${trajectory} is all zero: ${detail}.`,
      span: {
        start: block.span.start,
        end: Math.min(block.span.end, block.span.start + '{% generation %}'.length),
      },
      related: [],
      payload: { trajectory },
    };
    return [finding];
  },
  candidates: (_, { analysis }) => generationBlock(analysis),
});
