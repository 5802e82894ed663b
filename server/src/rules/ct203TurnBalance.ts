import { turnBalance, type BalanceFault } from '../certify/properties/turnBalance.ts';
import { faultFinding, firstPerPlace } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { quote } from './wording.ts';

const told: Readonly<Record<BalanceFault['kind'], (text: string) => string>> = {
  'not closed': (text) => `A turn is not closed: the next one begins without ${text}`,
  'closed twice': (text) => `A turn is closed twice: ${text} stands again behind its end`,
  outside: (text) => `${text} stands behind the end of its turn`,
  repeated: (text) => `The header ${text} stands there with no answer under it`,
  'no header': (text) =>
    `The generation prompt does not write ${text}, although the last turn is closed: the model answers outside of any turn`,
};

export const ct203TurnBalance = defineRule<BalanceFault>({
  code: 'CT203',
  title: 'Unbalanced turns',
  by: ['renders'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `A turn is opened and not closed, closed twice, closed and gone on with, or headed twice; or the model is asked to answer behind
a closed turn without a header. Markers and headers are found from the template's own renders. Where finished turns lack
the header as well, the model may have been trained so, and the finding is a warning.`,
  repair: 'Close each turn in every branch, once, and open the turn that the generation prompt asks for.',
  find: (analysis) =>
    firstPerPlace(analysis.factsOf(turnBalance).faults).map((fault) => {
      const { kind, text, consistent } = fault.data;
      const severity = kind === 'no header' && consistent ? 'warning' : 'error';
      const message = `${told[kind](quote(text))} (${fault.witness.trajectory}).`;
      return faultFinding(analysis, fault, { code: 'CT203', severity, message });
    }),
});
