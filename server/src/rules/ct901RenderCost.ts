import { cost, type CostFault } from '../certify/properties/cost.ts';
import { faultFinding, firstPerPlace } from './faultFinding.ts';
import { defineRule } from './rule.ts';

export const ct901RenderCost = defineRule<CostFault>({
  code: 'CT901',
  title: 'Render cost grows faster than the conversation',
  by: ['renders'],
  severity: { serving: 'information', sft: 'information', rl: 'warning' },
  explanation: `The steps that a render takes grow faster than the number of turns: mostly a loop over all messages inside the loop
over messages. An agent's conversation is rendered at every turn, so that an episode costs the third power of its turns.`,
  repair: 'Find what is looked for once, before the loop over messages, and keep it in a namespace.',
  find: (analysis) =>
    firstPerPlace(analysis.factsOf(cost).faults).map((fault) => {
      const message = `Render cost grows faster than the conversation: ${fault.witness.detail}.`;
      return faultFinding(analysis, fault, { code: 'CT901', severity: 'warning', message });
    }),
});
