import type { Finding } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import { describe, enginesAgree, type EngineFault } from '../certify/properties/enginesAgree.ts';
import type { Fault } from '../certify/properties/faultProperty.ts';
import { defineRule } from './rule.ts';
import { quote, wholeTemplate } from './wording.ts';

export const ct802EngineDifference = defineRule<EngineFault>({
  code: 'CT802',
  title: 'Another engine writes other bytes',
  by: ['renders'],
  severity: { serving: 'error', sft: 'information', rl: 'information' },
  explanation: `The same conversation, rendered by another engine, gives another text, or an error. Trainers render with Python;
where a model is served by such an engine, it is asked with other bytes than it was trained on. Found by running
the engines; \`chat-template check --engines\` does.`,
  repair: `Print JSON by an explicit \`tojson\`, give values that may be absent a \`default\`, and avoid printing booleans,
None and floats as they are.`,
  find: (analysis) =>
    analysis.factsOf(enginesAgree).faults.map((fault) => differenceFinding(analysis, fault)),
});

function differenceFinding({ source }: Analysis, { data, site, witness }: Fault<EngineFault>): Finding {
  const { engine, agreement } = data;
  const texts =
    agreement.kind === 'different'
      ? `: ${quote(agreement.expected)} is ${quote(agreement.actual)} there`
      : '';
  return {
    code: 'CT802',
    severity: 'information',
    message: `${engine.title} ${engine.version}: ${describe(agreement)}${texts} (${witness.trajectory}).`,
    span: site ?? wholeTemplate(source),
    related: [],
    payload: data,
  };
}
