import { bosOnce, type BosFault } from '../certify/properties/bosOnce.ts';
import { faultFinding, firstPerPlace } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { quote } from './wording.ts';

export const ct301BosTwice = defineRule<BosFault>({
  code: 'CT301',
  title: 'BOS stands more than once',
  by: ['renders'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `The template itself writes the text of the BOS token more than once into the prompt of a single turn. A tokenizer
that adds its own puts another before it.`,
  repair: 'Write it once, at the head of the template.',
  find: (analysis) =>
    firstPerPlace(analysis.factsOf(bosOnce).faults).map((fault) => {
      const { bos, count } = fault.data;
      const message = `${quote(bos)} stands ${count} times in the prompt of one turn; here once too often.`;
      return faultFinding(analysis, fault, { code: 'CT301', severity: 'error', message });
    }),
});
