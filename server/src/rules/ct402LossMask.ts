import type { Finding } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import type { Fault } from '../certify/properties/faultProperty.ts';
import { maskExact, type MaskFault } from '../certify/properties/maskExact.ts';
import { generationBlock } from '../fix/candidates/generationBlock.ts';
import { defineRule } from './rule.ts';
import { quote, wholeTemplate } from './wording.ts';

const severity = { serving: 'information', sft: 'error', rl: 'warning' } as const;

const told: Readonly<Record<'hole' | 'leak', string>> = {
  hole: 'is sampled by the model and stands outside every generation block: it is never trained on',
  leak: 'is not sampled by the model and stands inside a generation block: it is trained on',
};

/** One rule for the holes of the mask, one for its leaks. */
const maskRule = (code: string, kind: 'hole' | 'leak', title: string, repair: string) =>
  defineRule<MaskFault>({
    code,
    title,
    by: ['renders'],
    severity,
    explanation: `The \`generation\` blocks of this template do not hold exactly what the model samples. The finding stands at
the piece of template that wrote the text in question. Blanks alone are not reported.`,
    repair,
    find: (analysis) =>
      byBranch(firstPerSite(analysis.factsOf(maskExact).faults.filter(({ data }) => data.kind === kind))).map(
        (faults) => maskFinding(analysis, code, kind, faults),
      ),
    candidates: (_, { analysis }) => generationBlock(analysis),
  });

export const ct402LossMaskHole = maskRule(
  'CT402',
  'hole',
  'Hole in the loss mask',
  'Let the block reach from the generation prompt to the stop token, in every branch.',
);

export const ct403LossMaskLeak = maskRule(
  'CT403',
  'leak',
  'Leak in the loss mask',
  'Keep the header, scaffold of the generation prompt and later turns outside the block.',
);

function maskFinding(
  { source }: Analysis,
  code: string,
  kind: 'hole' | 'leak',
  [{ site, data, witness }, ...others]: readonly [Fault<MaskFault>, ...Fault<MaskFault>[]],
): Finding {
  return {
    code,
    severity: severity.rl,
    message: `${quote(data.text)} ${told[kind]} (${witness.trajectory}).`,
    span: site ?? wholeTemplate(source),
    related: others.flatMap((other) =>
      other.site === null ? [] : [{ span: other.site, message: `so is ${quote(other.data.text)}` }],
    ),
    payload: data,
  };
}

/** One finding per place of the template, however many conversations show it. */
function firstPerSite(faults: readonly Fault<MaskFault>[]): Fault<MaskFault>[] {
  return [
    ...new Map([...faults].reverse().map((fault) => [fault.site?.start ?? -1, fault])).values(),
  ].reverse();
}

/** What one branch of the template gets wrong is told once, at the first of its places. */
function byBranch(faults: readonly Fault<MaskFault>[]): [Fault<MaskFault>, ...Fault<MaskFault>[]][] {
  const groups = new Map<string, [Fault<MaskFault>, ...Fault<MaskFault>[]]>();
  for (const fault of faults) {
    const { branch } = fault.data;
    const place = branch === null ? `at ${fault.site?.start ?? -1}` : `under ${branch.start}`;
    const group = groups.get(place);
    if (group === undefined) groups.set(place, [fault]);
    else group.push(fault);
  }
  return [...groups.values()];
}
