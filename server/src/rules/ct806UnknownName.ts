import type { Finding } from '../../../protocol/certification.ts';
import { dataFlowOf } from '../dataflow/index.ts';
import { FILTER_NAMES, TEST_NAMES } from '../jinja/syntax/builtinNames.ts';
import { within } from '../dataflow/tree.ts';
import { defineRule } from './rule.ts';

export const ct806UnknownName = defineRule<{ readonly name: string }>({
  code: 'CT806',
  title: 'A filter or test that Jinja2 does not have',
  by: ['static'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `Inside a branch, Python's Jinja2 accepts a filter or test that it does not know and raises once the branch is
taken. Elsewhere such a template does not compile at all (CT001). A use that asks \`is filter\` first is not reported.`,
  repair: 'Use a filter that Jinja2 has, or ask `{% if "name" is filter %}` first.',
  find: ({ subject }) => {
    const { tree } = dataFlowOf(subject.program.template);
    const isAsked = (name: string, at: (typeof tree.nodes)[number]) =>
      [...tree.conditionsOver(at)]
        .flatMap((condition) => [...within(condition)])
        .some(
          (node) => node.kind === 'test' && node.operand.kind === 'string' && node.operand.value === name,
        );
    return tree.nodes.flatMap((node): Finding[] => {
      const kind = node.kind === 'filter-use' ? 'filter' : node.kind === 'test' ? 'test' : null;
      if (kind === null || (node.kind !== 'filter-use' && node.kind !== 'test')) return [];
      const known = kind === 'filter' ? FILTER_NAMES : TEST_NAMES;
      if (known.has(node.name) || isAsked(node.name, node)) return [];
      return [
        {
          code: 'CT806',
          severity: 'error',
          message: `Jinja2 has no ${kind} \`${node.name}\`: where this branch is taken, the template raises.`,
          span: node.nameSpan,
          related: [],
          payload: { name: node.name },
        },
      ];
    });
  },
});
