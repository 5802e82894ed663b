import { openReasoning, type OpenReasoning } from '../certify/probes/reasoningPrompt.ts';
import { faultFinding } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { quote } from './wording.ts';

export const ct204PrefilledReasoning = defineRule<OpenReasoning>({
  code: 'CT204',
  title: 'The generation prompt opens the reasoning',
  by: ['renders'],
  severity: { serving: 'information', sft: 'information', rl: 'information' },
  explanation: `The generation prompt ends inside a block of reasoning. What the model samples then has the end of the block and
not its beginning: a parser that looks for both finds no reasoning, and a turn that is rendered again from the sampled
text has the opener twice or the reasoning outside of the block.`,
  repair:
    'Tell parsers that the opener is prefilled; let the template accept text that has only the end of the block.',
  find: (analysis) => {
    const found = openReasoning(analysis.subject);
    if (found === null) return [];
    const setting = Object.entries(found.kwargs).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    const under = setting.length === 0 ? '' : ` with ${setting.join(', ')}`;
    const message = `The generation prompt${under} ends inside ${quote(found.opener)}: the sampled text lacks the opener.`;
    return [
      faultFinding(
        analysis,
        { site: found.site, data: found },
        { code: 'CT204', severity: 'information', message },
      ),
    ];
  },
});
