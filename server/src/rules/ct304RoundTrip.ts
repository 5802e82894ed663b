import { roundtripCanonical, type RoundTripFault } from '../certify/properties/roundtripCanonical.ts';
import type { Fault } from '../certify/properties/faultProperty.ts';
import { faultFinding, firstPerPlace } from './faultFinding.ts';
import { defineRule } from './rule.ts';

const told: Readonly<Record<RoundTripFault['part'], string>> = {
  calls: 'A call does not come back from the text that is written of it',
  reasoning: 'Reasoning does not come back from the text that is written of it',
  content: 'Content does not come back from the text that is written of it',
  text: 'A parsed turn is rendered otherwise than it was written',
};

export const ct304RoundTrip = defineRule<RoundTripFault>({
  code: 'CT304',
  title: 'A turn does not survive parse and render',
  by: ['renders'],
  severity: { serving: 'information', sft: 'information', rl: 'warning' },
  explanation: `Servers decode what the model sampled, parse it into a message, and get that message back to render it again. Of this
template even a turn that it wrote itself comes back as another: two kinds of text are written alike (reasoning and
content in one channel), a value is written in a way that can't be told from another, or not written at all. A trainer
that goes by messages then trains on ids that were never sampled. \`chat-template drift\` shows what happens to turns
that models write a little otherwise, and which tokens change.`,
  repair:
    'Write each part of a turn between markers of its own, and values so that they can be read back (`tojson`). Until then keep the sampled ids and append only the delta of the tool answer.',
  find: (analysis) =>
    distinct(analysis.factsOf(roundtripCanonical).faults).map((fault) =>
      faultFinding(analysis, fault, {
        code: 'CT304',
        severity: 'warning',
        message: `${told[fault.data.part]} (${fault.data.turn}): ${fault.data.detail}.`,
      }),
    ),
});

/** Where reasoning is taken for content, content is taken for reasoning too: one cause, told of the barest turn. */
function distinct(faults: readonly Fault<RoundTripFault>[]): Fault<RoundTripFault>[] {
  const isText = ({ data }: Fault<RoundTripFault>) => data.part === 'reasoning' || data.part === 'content';
  const [first, ...others] = faults.filter(isText).sort((a, b) => weightOf(a.data) - weightOf(b.data));
  const inTexts = new Set(first === undefined || first.data.part === 'content' ? [] : others);
  return firstPerPlace(
    faults.filter((fault) => !inTexts.has(fault)),
    ({ part }) => part,
  );
}

/** Reasoning before content, turns with few parts before those with many. */
const weightOf = ({ part, turn }: RoundTripFault) => (part === 'reasoning' ? 0 : 1000) + turn.length;
