import { maskExact, type MaskFault } from '../certify/properties/maskExact.ts';
import type { EdgeHazard } from '../tokenizer/index.ts';
import { generationBlock } from '../fix/candidates/generationBlock.ts';
import { faultFinding, firstPerPlace } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { quote } from './wording.ts';

const begins: ReadonlySet<EdgeHazard> = new Set<EdgeHazard>(['lost', 'outside before']);

/** What `transformers` makes of such an edge. */
const told: Readonly<Record<EdgeHazard, string>> = {
  lost: 'its first character belongs to no token, so that this turn and every later one are left out of the loss',
  spilt:
    'its last character gives no token to end at, so that everything behind it is trained on, whoever wrote it',
  'outside before': 'its first token begins before it, so that text of the template is trained on',
  'outside behind': 'its last token reaches behind it, so that text of the template is trained on',
  cut: 'its last character is spelt with several tokens, and only the first is trained on',
};

export const ct404MaskEdge = defineRule<MaskFault>({
  code: 'CT404',
  title: 'Edge of the loss mask is not the edge of a token',
  by: ['tokens'],
  severity: { serving: 'information', sft: 'error', rl: 'warning' },
  explanation: `The \`generation\` blocks hold the right text, and the mask over tokens is still wrong: \`return_assistant_tokens_mask\` looks
up the token of the first and of the last character of each span. An edge inside a token takes the rest of that token
along; an edge on a blank that belongs to no token loses the turn, or lets the mask run on to the end of the
conversation; so does a span that ends with the very first token.`,
  repair: 'Let the block begin behind a control token and end with the stop token.',
  candidates: (_, { analysis }) => generationBlock(analysis),
  find: (analysis) =>
    firstPerPlace(
      analysis.factsOf(maskExact).faults.filter(({ data }) => data.kind === 'edge'),
      ({ edge }) => edge!.hazard,
    ).map((fault) => {
      const { hazard, before, behind } = fault.data.edge!;
      const message = `A generation span ${begins.has(hazard) ? 'begins' : 'ends'} between ${quote(before)} and ${quote(behind)}: ${told[hazard]} (${fault.witness.trajectory}).`;
      return faultFinding(analysis, fault, { code: 'CT404', severity: 'warning', message });
    }),
});
