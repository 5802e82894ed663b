import { parallelCalls, type ParallelFault } from '../certify/properties/parallelCalls.ts';
import { faultFinding, firstPerPlace } from './faultFinding.ts';
import { defineRule } from './rule.ts';

export const ct504ParallelCalls = defineRule<ParallelFault>({
  code: 'CT504',
  title: 'Parallel calls are lost, refused or out of order',
  by: ['renders'],
  severity: { serving: 'warning', sft: 'error', rl: 'error' },
  explanation: `A turn with two calls, or with content and a call, does not reach the text as it was made: a call or a result is
missing, or stands before what it follows. Missing parts are an error. An order that differs is a warning, as is a
template that raises: it says so itself, but the conversation can't be rendered at all.`,
  repair: 'Loop over the calls; print the content before them; print every result in its own place.',
  find: (analysis) =>
    firstPerPlace(analysis.factsOf(parallelCalls).faults, ({ kind }) => kind).map((fault) => {
      const { kind, what, follows, error } = fault.data;
      const told = {
        raises: `Two calls in one turn raise ${error}.`,
        lost: `The ${what} of a turn with two calls is lost, and nothing is raised.`,
        order: `The ${what} stands before the ${follows}, which came first.`,
      };
      const severity = kind === 'lost' ? 'error' : 'warning';
      return faultFinding(analysis, fault, { code: 'CT504', severity, message: told[kind] });
    }),
});
