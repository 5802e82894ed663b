import type { Finding, Severity } from '../../../protocol/certification.ts';
import { optionalFaults, type OptionalFault } from '../certify/probes/optionalFields.ts';
import { orEmpty } from '../fix/candidates/orEmpty.ts';
import { defineRule } from './rule.ts';
import { wholeTemplate } from './wording.ts';

const forms: Readonly<Record<OptionalFault['form'], string>> = {
  absent: 'is absent',
  null: 'is null',
  empty: 'is empty',
};

export const ct601OptionalField = defineRule<OptionalFault>({
  code: 'CT601',
  title: 'Optional field is not guarded',
  by: ['renders'],
  severity: { serving: 'error', sft: 'warning', rl: 'error' },
  explanation: `A field that a message may lack (absent, null, or empty) makes the template raise, print \`None\`, or print the
frame of something that is not there. Servers of OpenAI's format send \`content: null\` beside calls, and \`tool_calls: []\`
on turns without any; clients leave the keys out. The first such message in a history is then an internal server
error. What only unusual callers send is a warning; where the template itself refuses it, a tool comes without description or
parameters, there is no message at all, or what hardly anybody sends (a question that is null), an information.`,
  repair:
    "Ask for the value, not for the key: `(message.content or '')`, `{% if message.tool_calls %}`, `x | default('')`.",
  find: ({ source, subject, dialect }) =>
    optionalFaults(subject, dialect).map((fault) => ({
      code: 'CT601',
      severity: severityOf(fault),
      message: `Where ${fault.field} ${forms[fault.form]}, ${consequenceOf(fault)}.`,
      span: fault.site ?? wholeTemplate(source),
      related: [],
      payload: fault,
    })) satisfies Finding[],
  candidates: orEmpty,
});

function severityOf({ kind, sent, field, form }: OptionalFault): Severity {
  // Callers write tools with a program that gives them both.
  if (sent === 'hardly' || field === 'messages' || field.endsWith('of a tool')) return 'information';
  if (kind === 'raises' || kind === 'refuses')
    return sent === 'often' ? 'error' : kind === 'refuses' ? 'information' : 'warning';
  return kind === 'prints more' && field === 'tools' && form === 'empty' ? 'information' : 'warning';
}

function consequenceOf({ kind, error }: OptionalFault): string {
  if (kind === 'raises' || kind === 'refuses') return `the template raises ${error!}`;
  if (kind === 'prints None') return 'this prints the word None';
  return 'this prints text for something that is not there';
}
