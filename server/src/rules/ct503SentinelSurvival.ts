import type { Finding, Severity } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import { surviveFields, type FieldLoss } from '../certify/properties/surviveFields.ts';
import type { Fault } from '../certify/properties/faultProperty.ts';
import { nodesOf } from '../jinja/syntax/walk.ts';
import { defineRule } from './rule.ts';
import { code, listed, wholeTemplate } from './wording.ts';

/**
 * What a template must speak of before the loss of a field is its fault: one that knows no tools at all is a plain
 * chat template, not a broken one. Fields that are not listed belong to every template.
 */
const subjects: readonly { readonly fields: RegExp; readonly words: RegExp }[] = [
  { fields: /^reasoning$/, words: /reason|think|thought/i },
  { fields: /^(function|argument|tool|content beside)/, words: /tool|function/i },
];

export interface LossPayload {
  readonly fields: readonly string[];
  readonly kind: FieldLoss['kind'];
  /** Message that carries them, or -1 for tool definitions. */
  readonly message: number;
}

export const ct503SentinelSurvival = defineRule<LossPayload>({
  code: 'CT503',
  title: 'A field of the conversation is lost',
  by: ['renders'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `A field that the conversation carries does not reach the text, or stands in it out of order. The
template raises nothing: a model is trained on, or asked with, less than the caller sent. Reported where the branch
is that wrote the message without it. The loss of reasoning is a warning: some vendors never pass it back.

Templates that know nothing of tools, or of reasoning, are not told that they lose them; the verdict of
\`survive.fields\` says so all the same.`,
  repair: 'Print the field in the branch that is underlined.',
  find: (analysis) => {
    const speaksOf = wordsOf(analysis);
    const faults = analysis
      .factsOf(surviveFields)
      .faults.filter((fault) => isItsFault(fault.data.field, speaksOf) && !isOrderOfCalls(fault));
    return groupsOf(faults).map((group) => lossFinding(analysis, group));
  },
});

/** Calls before the content beside them are told by the rule of parallel calls. */
const isOrderOfCalls = ({ data, witness }: Fault<FieldLoss>) =>
  data.kind === 'out of order' && witness.trajectory === 'content beside a call';

/** Fields that one branch drops are one finding; reasoning is apart, for it is no error. */
function groupsOf(faults: readonly Fault<FieldLoss>[]): Fault<FieldLoss>[][] {
  const groups = new Map<string, Fault<FieldLoss>[]>();
  for (const fault of faults) {
    const { field, kind } = fault.data;
    const key = `${fault.site?.start ?? -1} ${kind} ${field === 'reasoning'}`;
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return [...groups.values()];
}

function lossFinding({ source }: Analysis, group: readonly Fault<FieldLoss>[]): Finding {
  const { site, data } = group[0]!;
  const fields = [...new Set(group.map((fault) => fault.data.field))];
  const severity: Severity = data.field === 'reasoning' ? 'warning' : 'error';
  // A condition that came out wrong, or the output that stands there without the field.
  const place = site !== null && source[site.start] === '{' ? 'in' : 'under';
  const where = site === null ? '' : ` ${place} ${code(source, site)}`;
  const is = fields.length === 1 ? 'is' : 'are';
  const consequence = data.kind === 'lost' ? ': nothing of it reaches the text, and nothing is raised' : '';
  return {
    code: 'CT503',
    severity,
    message: `The ${listed(fields)} ${is} ${data.kind}${where}${consequence}.`,
    span: site ?? wholeTemplate(source),
    related: [],
    payload: { fields, kind: data.kind, message: data.message } satisfies LossPayload,
  };
}

function isItsFault(field: string, speaksOf: string): boolean {
  const subject = subjects.find(({ fields }) => fields.test(field));
  return subject === undefined || subject.words.test(speaksOf);
}

/** Every name, attribute and string of the template: what it speaks of. */
function wordsOf({ subject }: Analysis): string {
  const words: string[] = [];
  for (const node of nodesOf(subject.program.template)) {
    if (node.kind === 'name') words.push(node.name);
    if (node.kind === 'attribute') words.push(String(node.attribute));
    if (node.kind === 'string' || node.kind === 'text') words.push(node.value);
  }
  return words.join('\n');
}
