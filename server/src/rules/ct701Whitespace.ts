import type { Severity } from '../../../protocol/certification.ts';
import { whitespaceFaults, type WhitespaceFault } from '../certify/probes/whitespace.ts';
import { faultFinding } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { quote } from './wording.ts';

const told: Readonly<Record<WhitespaceFault['kind'], { severity: Severity; message(text: string): string }>> =
  {
    head: {
      severity: 'warning',
      message: (text) =>
        `${quote(text)} between tags is printed at the head of the prompt: before the first turn stands a blank that nobody meant.`,
    },
    end: {
      severity: 'warning',
      message: (text) =>
        `${quote(text)} of the template is printed behind the last turn of every conversation: a blank that nobody meant, and that the next turn takes the place of.`,
    },
    indentation: {
      severity: 'warning',
      message: (text) =>
        `${quote(text)}, the indentation of this line, is printed: \`lstrip_blocks\` takes it away before \`{%\` only.`,
    },
    'carriage return': {
      severity: 'warning',
      message: () =>
        "Lines end in CR LF: Python's Jinja2 makes newlines of them, other engines print the carriage returns.",
    },
    trimming: {
      severity: 'information',
      message: () =>
        'This line leans on `trim_blocks`: an engine that does not set it prints a newline here. A `-` in the tag is read alike everywhere.',
    },
  };

export const ct701Whitespace = defineRule<WhitespaceFault>({
  code: 'CT701',
  title: 'Fragile whitespace',
  by: ['static', 'renders'],
  severity: { serving: 'warning', sft: 'warning', rl: 'warning' },
  explanation: `Blanks and newlines of the template reach the prompt, or would in another engine. A newline before the first turn
is a token that the model was not trained with; so is the indentation of a line that begins with \`{{\`. \`transformers\` sets \`trim_blocks\` and \`lstrip_blocks\`; engines that do
not print what those take away: that is information, said once.`,
  repair: 'Put `-` into the tags (`{%-`, `-%}`); save the file with LF.',
  find: (analysis) =>
    whitespaceFaults(analysis.subject, analysis.dialect).map((fault) => {
      const { severity, message } = told[fault.kind];
      const finding = faultFinding(
        analysis,
        { site: fault.site, data: fault },
        { code: 'CT701', severity, message: message(fault.text) },
      );
      return { ...finding, related: (fault.others ?? []).map((span) => ({ span, message: 'and this' })) };
    }),
});
