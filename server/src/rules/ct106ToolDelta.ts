import type { Severity } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import { sharedLength } from '../certify/compare.ts';
import { deltaContextFree, type Context, type DeltaFault } from '../certify/properties/deltaContextFree.ts';
import type { Fault } from '../certify/properties/faultProperty.ts';
import { faultFinding, firstPerPlace } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { quote } from './wording.ts';

/** What a caller can put into its dummy; a delta that depends on it is right once the dummy has the real one. */
const passedOn: readonly Context[] = ['tool name', 'call id', 'tool definitions'];

export const ct106ToolDelta = defineRule<DeltaFault>({
  code: 'CT106',
  title: 'The tool delta depends on its context',
  by: ['renders'],
  severity: { serving: 'warning', sft: 'error', rl: 'error' },
  explanation: `What a tool answer adds is not the same in every conversation, so that a delta taken from a dummy conversation is
not the one that a fresh render has. Where it depends on the function's name, the call's id or the tool definitions only,
the dummy has to carry the real ones, and the finding is information. Where it depends on what the model wrote before
(reasoning, content, the number of calls, earlier steps), no dummy gives the right delta.`,
  repair:
    'Write a tool answer the same way whatever stands before it; close a group of answers at the next message that is none.',
  find: (analysis) =>
    firstPerPlace(analysis.factsOf(deltaContextFree).faults, ({ dependsOn }) => severityOf(dependsOn)).map(
      (fault) => deltaFinding(analysis, fault),
    ),
});

function severityOf(context: Context): Severity {
  if (passedOn.includes(context)) return 'information';
  // A group of answers may wait for its last one: whoever appends them in one batch never sees it.
  return context === 'number of calls' ? 'warning' : 'error';
}

function deltaFinding(analysis: Analysis, fault: Fault<DeltaFault>) {
  const { dependsOn, dummy, real } = fault.data;
  const from = sharedLength(dummy, real);
  const others = analysis
    .factsOf(deltaContextFree)
    .faults.filter(
      ({ site, data }) =>
        site?.start === fault.site?.start && severityOf(data.dependsOn) === severityOf(dependsOn),
    )
    .map(({ data }) => data.dependsOn);
  const advice = passedOn.includes(dependsOn)
    ? ' A dummy must carry the real one.'
    : ' No dummy conversation gives the right delta.';
  const message = `The delta of a tool answer depends on the ${others.join(', the ')}: ${quote(real.slice(from))} instead of ${quote(dummy.slice(from))}.${advice}`;
  return faultFinding(analysis, fault, { code: 'CT106', severity: severityOf(dependsOn), message });
}
