import { callIdFaults, type CallIdFault } from '../certify/probes/callIds.ts';
import { faultFinding } from './faultFinding.ts';
import { defineRule } from './rule.ts';

export const ct505CallIds = defineRule<CallIdFault>({
  code: 'CT505',
  title: 'Contract for the ids of calls',
  by: ['renders'],
  severity: { serving: 'information', sft: 'information', rl: 'information' },
  explanation: `The template does not take every id that servers give to calls: some raise, or \`None\` is printed where a call has
none. That is a contract that whoever replays conversations has to keep; it is not a fault of the template alone.`,
  repair: 'Normalise ids before rendering, or print an id only where there is one.',
  find: ({ subject, dialect, ...analysis }) =>
    callIdFaults(subject, dialect).map((fault) => {
      const ids = `Ids of calls ${fault.forms.join(', ')}`;
      const message =
        fault.kind === 'raises' ? `${ids}: raise ${fault.error}.` : `${ids}: \`None\` is printed.`;
      return faultFinding(
        { subject, dialect, ...analysis },
        { site: fault.site, data: fault },
        { code: 'CT505', severity: 'information', message },
      );
    }),
});
