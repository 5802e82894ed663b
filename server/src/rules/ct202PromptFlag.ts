import { promptFlagFault, type PromptFlagFault } from '../certify/probes/promptFlag.ts';
import { faultFinding } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { quote } from './wording.ts';

const told: Readonly<Record<PromptFlagFault['kind'], string>> = {
  absent: 'never reads `add_generation_prompt`: nothing asks the model to answer',
  ignored: 'reads `add_generation_prompt`, but writes the same with it and without it',
  unconditional: 'writes the header of an answer although `add_generation_prompt` is off',
};

export const ct202PromptFlag = defineRule<PromptFlagFault>({
  code: 'CT202',
  title: 'The generation prompt is absent, ignored or unconditional',
  by: ['static', 'renders'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `\`add_generation_prompt\` asks for the header of an assistant turn at the end of the prompt. Where the template
pays no heed to it, a model is asked without the header it was trained on and may go on writing the user's turn; where
the header is always there, every finished conversation ends in an answer that nobody gave, in training data too.

Templates whose assistant turns have no header (the answer follows the user's closing marker) are not reported.`,
  repair:
    'Write the header once, at the end, under `{% if add_generation_prompt %}`; in the loop write it with the assistant turn.',
  find: (analysis) => {
    const fault = promptFlagFault(analysis.subject);
    if (fault === null) return [];
    const message = `The template ${told[fault.kind]} (${quote(fault.header)}).`;
    return [
      faultFinding(
        analysis,
        { site: fault.site, data: fault },
        { code: 'CT202', severity: 'error', message },
      ),
    ];
  },
});
