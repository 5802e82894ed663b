import { stopKnown, type StopFault } from '../certify/properties/stopKnown.ts';
import { faultFinding } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { quote } from './wording.ts';

export const ct104EndMarker = defineRule<StopFault>({
  code: 'CT104',
  title: 'End marker differs between the last turn and history',
  by: ['renders'],
  severity: { serving: 'warning', sft: 'warning', rl: 'error' },
  explanation: `The same assistant turn ends in one marker where it is the last of the conversation, and in another once a
message follows. The id that the model sampled to stop is then rewritten in every later render: prefix-preservation is
lost at each turn, and a model that is trained on whole conversations learns two ways to stop. Where the last turn has no
end marker at all, a model that is trained on single turns never learns to stop: a warning.`,
  repair: 'End every assistant turn in the same marker: the one that the model samples.',
  find: (analysis) =>
    analysis
      .factsOf(stopKnown)
      .faults.filter(({ data }) => data.kind === 'differs')
      .map((fault) => {
        const { last, historical } = fault.data;
        const isOpen = last === '';
        const message = isOpen
          ? `The last assistant turn is left open: in history the same turn ends in ${quote(historical)}, which a conversation that ends there never shows.`
          : `The last assistant turn ends in ${quote(last)}, the same turn in history in ${quote(historical)}.`;
        return faultFinding(analysis, fault, {
          code: 'CT104',
          severity: isOpen ? 'warning' : 'error',
          message,
        });
      }),
});
