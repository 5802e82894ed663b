import type { Finding } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import { bosOnce, bosWhenEncodedAsText, type BosFault } from '../certify/properties/bosOnce.ts';
import { singleBos } from '../fix/candidates/singleBos.ts';
import type { Fault } from '../certify/properties/faultProperty.ts';
import { faultFinding, firstPerPlace } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { quote } from './wording.ts';

export type BosPayload = BosFault | { readonly kind: 'encoded as text'; readonly bos: string };

const told: Readonly<Record<BosFault['kind'], (fault: BosFault) => string>> = {
  twice: ({ bos, count }) => `${quote(bos)} stands ${count} times in the prompt; here once too often.`,
  missing: ({ bos }) =>
    `The template writes no ${quote(bos)}, with which this tokenizer begins every ordinary text: chat servers and apply_chat_template add no special tokens to a render, so that the prompt begins without it.`,
  late: ({ bos }) => `The prompt does not begin with ${quote(bos)}: the template writes this before it.`,
};

export const ct301Bos = defineRule<BosPayload>({
  code: 'CT301',
  title: 'BOS is not there exactly once',
  by: ['renders', 'tokens'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `The prompt begins with the BOS token and has no other, or the model sees a beginning that it was not
trained on: answers get worse, scores move, and nothing says so. An error where the template writes BOS more than once,
where it writes none although the tokenizer begins texts with one, and where something stands before it.

Information where the render is right and the usual call on it is not: \`tokenizer(text)\` puts the tokenizer's own BOS
(its post-processor, or \`add_bos_token\`) before the one in the render. Encode what was rendered with
\`add_special_tokens=False\`, or let \`apply_chat_template\` tokenize. Dropping the literal from the template to please such
a call leaves every caller that does it right without any BOS.`,
  repair: 'Write it once, at the head of the template; encode renders with add_special_tokens=False.',
  find: (analysis) => [
    ...distinct(analysis.factsOf(bosOnce).faults).map((fault) =>
      faultFinding(analysis, fault, {
        code: 'CT301',
        severity: 'error',
        message: told[fault.data.kind](fault.data),
      }),
    ),
    ...whenEncodedAsText(analysis),
  ],
  candidates: singleBos,
});

/** What is wrong with the head of the prompt is told once, what stands there twice at each place. */
function distinct(faults: readonly Fault<BosFault>[]): Fault<BosFault>[] {
  const [atHead] = faults.filter(({ data }) => data.kind !== 'twice');
  const twice = firstPerPlace(faults.filter(({ data }) => data.kind === 'twice'));
  return atHead === undefined ? twice : [...twice, atHead];
}

function whenEncodedAsText(analysis: Analysis): Finding[] {
  const found = bosWhenEncodedAsText(analysis.subject);
  if (found === null) return [];
  const { bos, behind, site } = found;
  const also = behind === '' ? '' : `, and ${quote(behind)} behind it`;
  const data: BosPayload = { kind: 'encoded as text', bos };
  const message = `The template writes ${quote(bos)} itself, and this tokenizer puts another before every text${also}: encode renders with add_special_tokens=False.`;
  return [faultFinding(analysis, { site, data }, { code: 'CT301', severity: 'information', message })];
}
