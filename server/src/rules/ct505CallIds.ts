import { callIdFaults, type CallIdFault } from '../certify/probes/callIds.ts';
import { faultFinding } from './faultFinding.ts';
import { defineRule } from './rule.ts';

export const ct505CallIds = defineRule<CallIdFault>({
  code: 'CT505',
  title: 'Contract for the ids of calls',
  by: ['renders'],
  severity: { serving: 'information', sft: 'information', rl: 'information' },
  explanation: `The template does not take every id that servers give to calls: some raise, or \`None\` is printed where a call has
none; or results carry the id of their call, and calls do not. That is a contract that whoever replays conversations has to keep; it is not a fault of the template alone.`,
  repair: 'Normalise ids before rendering, or print an id only where there is one.',
  find: ({ subject, dialect, ...analysis }) =>
    callIdFaults(subject, dialect).map((fault) =>
      faultFinding(
        { subject, dialect, ...analysis },
        { site: fault.site, data: fault },
        { code: 'CT505', severity: 'information', message: messageOf(fault) },
      ),
    ),
});

function messageOf({ forms, kind, error }: CallIdFault): string {
  const ids = `Ids of calls ${forms.join(', ')}`;
  if (kind === 'raises') return `${ids}: raise ${error}.`;
  if (kind === 'prints None') return `${ids}: \`None\` is printed.`;
  return 'Results are printed with the id of their call, the call without: of two calls nobody can tell whose result is whose.';
}
