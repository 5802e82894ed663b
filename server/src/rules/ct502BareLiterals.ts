import type { Finding } from '../../../protocol/certification.ts';
import { literalCase, type LiteralFault } from '../certify/properties/literalCase.ts';
import { defineRule } from './rule.ts';
import { listed, wholeTemplate } from './wording.ts';

export interface LiteralPayload {
  readonly literals: readonly LiteralFault[];
}

export const ct502BareLiterals = defineRule<LiteralPayload>({
  code: 'CT502',
  title: 'Bare literals in arguments',
  by: ['renders'],
  severity: { serving: 'warning', sft: 'error', rl: 'error' },
  explanation: `Booleans and null in the arguments of a call are printed by \`{{ }}\`, so they stand in the text as Python
spells them: \`True\`, \`False\`, \`None\`. Arguments that the model wrote as JSON come back in another spelling, and engines
that are not Python print \`true\` and \`none\`. Where they stand as keyword arguments of a Python call, Python's spelling is
right, and the finding is an information.`,
  repair:
    'Print strings as they are and everything else as JSON: `value if value is string else value | tojson`.',
  find: ({ source, factsOf }) => {
    const sites = new Map<string, LiteralFault[]>();
    const spans = new Map<string, Finding['span']>();
    for (const { site, data } of factsOf(literalCase).faults) {
      const span = site ?? wholeTemplate(source);
      const key = `${span.start}-${span.end}`;
      spans.set(key, span);
      sites.set(key, [...(sites.get(key) ?? []), data]);
    }
    return [...sites].map(([key, literals]): Finding => {
      const changes = [...new Set(literals.map(({ json, printed }) => `${json} as ${printed}`))];
      return {
        code: 'CT502',
        severity: literals.every(({ pythonic }) => pythonic) ? 'information' : 'error',
        message: `Arguments are printed as Python spells them, not as JSON: ${listed(changes)}.`,
        span: spans.get(key)!,
        related: [],
        payload: { literals } satisfies LiteralPayload,
      };
    });
  },
});
