import { surviveVerbatim, type VerbatimFault } from '../certify/properties/surviveVerbatim.ts';
import { faultFinding, firstPerPlace } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { quote } from './wording.ts';

export const ct205Verbatim = defineRule<VerbatimFault>({
  code: 'CT205',
  title: 'Assistant content is not verbatim',
  by: ['renders'],
  severity: { serving: 'information', sft: 'information', rl: 'warning' },
  explanation: `The content of an assistant message does not stand in the render as it was passed. Trimmed edges, and blanks or characters that are others, are a warning: a
model that ended its answer in a newline is shown another answer in the next turn, and \`continue_final_message\` looks
for a text that is not there. Text that is gone because the template splits the content at a marker is information here:
it is how reasoning is taken out of the content, and it loses an answer that speaks of the marker.`,
  repair:
    'Print the content of assistant messages untouched; trim what the caller wrote, if anything. Split only where opener and closer are both there.',
  find: (analysis) =>
    firstPerPlace(analysis.factsOf(surviveVerbatim).faults).map((fault) => {
      const { kind, separator } = fault.data;
      const message = {
        edges:
          'Blanks at the edges of assistant content are taken off: the turn is not what the model sampled.',
        inside: 'Blanks inside assistant content are changed: the turn is not what the model sampled.',
        characters:
          'Characters of assistant content are written otherwise: the turn is not what the model sampled.',
        split: `Assistant content is split at ${quote(separator ?? '')}: an answer that holds this text loses what stands beside it.`,
      }[kind];
      const severity = kind === 'split' ? 'information' : 'warning';
      return faultFinding(analysis, fault, { code: 'CT205', severity, message });
    }),
  candidates: ({ unchanged }) =>
    unchanged === null ? [] : [{ title: `Print \`${unchanged.text}\` as it is`, edits: [unchanged] }],
});
