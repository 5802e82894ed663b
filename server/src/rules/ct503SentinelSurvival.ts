import type { Finding, Severity, Span } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import type { FieldLoss } from '../certify/properties/surviveFields.ts';
import type { Fault } from '../certify/properties/faultProperty.ts';
import type { Subject } from '../certify/subject.ts';
import { dataFlowOf } from '../dataflow/index.ts';
import { lossesOf } from './losses.ts';
import { defineRule } from './rule.ts';
import { code, listed, wholeTemplate } from './wording.ts';

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
  find: (analysis) => groupsOf(lossesOf(analysis)).map((group) => lossFinding(analysis, group)),
});

const isReasoning = (field: string) => field.startsWith('reasoning');

/** Fields that one branch drops are one finding; reasoning is apart, for it is no error. */
function groupsOf(faults: readonly Fault<FieldLoss>[]): Fault<FieldLoss>[][] {
  const groups = new Map<string, Fault<FieldLoss>[]>();
  for (const fault of faults) {
    const { field, kind } = fault.data;
    const key = `${fault.site?.start ?? -1} ${kind} ${isReasoning(field)}`;
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return [...groups.values()];
}

function lossFinding({ source, subject }: Analysis, group: readonly Fault<FieldLoss>[]): Finding {
  const { site, data } = group[0]!;
  const fields = [...new Set(group.map((fault) => fault.data.field))];
  const severity: Severity = isReasoning(data.field) ? 'warning' : 'error';
  const place = site !== null && isCondition(subject, site) ? 'under' : 'in';
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

/** A condition that came out wrong; else it is the output that stands there without the field. */
function isCondition({ program }: Subject, { start, end }: Span): boolean {
  const decides = dataFlowOf(program.template).tree.nodes.flatMap((node) => {
    if (node.kind === 'branch' || node.kind === 'conditional') return [node.condition];
    if (node.kind === 'for' && node.filter !== null) return [node.filter];
    return node.kind === 'logical' ? [node] : [];
  });
  return decides.some(({ span }) => span.start === start && span.end === end);
}
