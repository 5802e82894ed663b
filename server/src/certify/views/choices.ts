/** The comparisons a person can look at: what fails first, then one of every kind. */
import type { Verdict } from '../../../../protocol/certification.ts';
import { smallestBreak, type PrefixPair } from '../properties/prefixProperty.ts';
import { prefixProperties } from '../properties/registry.ts';
import type { Analysis } from '../analysis.ts';

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly property: string;
  readonly verdict: Verdict;
  readonly pair: PrefixPair;
}

export function choicesOf(analysis: Analysis): Choice[] {
  const choices = new Map<string, Choice>();
  for (const choice of [...failing(analysis), ...examples(analysis)])
    if (!choices.has(choice.id)) choices.set(choice.id, choice);
  return [...choices.values()];
}

/** The smallest break of each cause, faults before what is by design; then of each property. */
function failing({ appendCauses, seamCauses, factsOf }: Analysis): Choice[] {
  const causes = [...appendCauses, ...seamCauses].sort((a, b) => Number(a.byDesign) - Number(b.byDesign));
  const perProperty = prefixProperties.map((property) => smallestBreak(factsOf(property).breaks));
  return [...causes.map(({ smallest }) => smallest), ...perProperty]
    .filter((broken) => broken !== null)
    .map(({ property, witness }) => choiceOf(property, witness, 'FAIL'));
}

/** Of each property, the first comparison of each trajectory. */
function examples({ subject, dialect, factsOf }: Analysis): Choice[] {
  return prefixProperties.flatMap((property) => {
    const { id, pairs } = property;
    const { breaks } = factsOf(property);
    const broken = new Set(breaks.map(({ witness }) => choiceOf(id, witness, 'FAIL').id));
    const first = new Map<string, PrefixPair>();
    for (const pair of pairs({ subject, dialect })) {
      const renders = [pair.before, pair.after].every((request) => subject.render(request).ok);
      if (renders && !first.has(pair.trajectory)) first.set(pair.trajectory, pair);
    }
    return [...first.values()]
      .map((pair) => choiceOf(id, pair, 'PASS'))
      .map((choice) => (broken.has(choice.id) ? { ...choice, verdict: 'FAIL' } : choice));
  });
}

/** Of the comparison that a pair is, among those that can be chosen. */
export const choiceIdOf = (property: string, pair: PrefixPair) => choiceOf(property, pair, 'FAIL').id;

function choiceOf(property: string, { trajectory, before, after }: PrefixPair, verdict: Verdict): Choice {
  const { messages, kwargs } = after.conversation;
  const setting = Object.entries(kwargs).map(([name, value]) => `${name}=${String(value)}`);
  const where = [
    trajectory,
    `messages[:${before.conversation.messages.length}] → [:${messages.length}]`,
    ...setting,
  ];
  return {
    id: [property, ...where].join(' '),
    label: `${property} · ${where.join(' · ')}`,
    property,
    verdict,
    pair: { trajectory, before, after },
  };
}
