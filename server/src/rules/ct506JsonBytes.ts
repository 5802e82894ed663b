import { jsonBytes, type JsonFault } from '../certify/properties/jsonBytes.ts';
import { faultFinding, firstPerPlace } from './faultFinding.ts';
import { defineRule } from './rule.ts';

const told: Readonly<Record<JsonFault['kind'], string>> = {
  order: 'are printed with their keys in another order than passed',
  escaped: 'are printed with letters beyond ASCII as \\u escapes',
  html: 'are printed with <, > and & escaped as for a web page',
};

export const ct506JsonBytes = defineRule<JsonFault>({
  code: 'CT506',
  title: 'JSON is printed with other bytes',
  by: ['renders'],
  severity: { serving: 'warning', sft: 'warning', rl: 'warning' },
  explanation: `Arguments or tool definitions do not stand in the text as they were passed. Sorted keys of arguments are a warning:
the call that the model wrote is rewritten in history. Sorted keys of tool definitions are information: they are the
same in every render. Escaped letters cost tokens and are learnt; HTML escapes corrupt what they escape.`,
  repair:
    'Print with `tojson` as it is, without `sort_keys`, `dictsort`, `ensure_ascii=True`, `escape` or `forceescape`.',
  find: (analysis) =>
    firstPerPlace(analysis.factsOf(jsonBytes).faults, ({ kind, where }) => `${kind} ${where}`).map(
      (fault) => {
        const { kind, where } = fault.data;
        const harmless = kind === 'order' && where === 'tool definitions';
        const name = where === 'arguments' ? 'Arguments of calls' : 'Tool definitions';
        return faultFinding(analysis, fault, {
          code: 'CT506',
          severity: harmless ? 'information' : 'warning',
          message: `${name} ${told[kind]}.`,
        });
      },
    ),
});
