import { headStable, type HeadFault } from '../certify/properties/headStable.ts';
import { faultFinding, firstPerPlace } from './faultFinding.ts';
import { defineRule } from './rule.ts';

export const ct107PromptHead = defineRule<HeadFault>({
  code: 'CT107',
  title: 'A switch changes the head of the prompt',
  by: ['static', 'renders'],
  severity: { serving: 'warning', sft: 'information', rl: 'warning' },
  explanation: `A variable that the caller may set, as a switch for thinking or effort, changes what stands before the first user
message. Requests that differ in it share no prefix: nothing of the cache is of use, and a conversation in which it
changes is encoded from the start. A warning for switches of thinking and effort, which callers change from request to
request; information for others.`,
  repair:
    'Write the line always, with the value in it as late as can be; or move it behind the last message.',
  find: (analysis) =>
    firstPerPlace(analysis.factsOf(headStable).faults).map((fault) => {
      const { kwargs, shared, total } = fault.data;
      const setting = Object.entries(kwargs)
        .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
        .join(', ');
      const message = `With ${setting} the prompt changes from its head: ${shared} of ${total} characters are shared with the prompt without it.`;
      const severity = Object.keys(kwargs).some((name) => isSwitch.test(name)) ? 'warning' : 'information';
      return faultFinding(analysis, fault, { code: 'CT107', severity, message });
    }),
});

/** Variables that callers change from request to request. */
const isSwitch = /think|effort|reason/i;
