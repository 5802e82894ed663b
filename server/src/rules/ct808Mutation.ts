import type { Finding } from '../../../protocol/certification.ts';
import { dataFlowOf } from '../dataflow/index.ts';
import { defineRule } from './rule.ts';
import { code } from './wording.ts';

/** What the immutable sandbox refuses on lists, dicts and sets. */
const mutations = new Set(
  'append extend insert remove pop clear reverse sort popitem setdefault update add discard'.split(' '),
);

export const ct808Mutation = defineRule<{ readonly method: string }>({
  code: 'CT808',
  title: 'Mutation that the sandbox forbids',
  by: ['static'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `\`transformers\` renders in an immutable sandbox: changing a list or a dict in place raises a SecurityError as soon
as the line is reached. Engines without that sandbox do it, so the fault shows on the trainer's side only.`,
  repair:
    'Build a new value: `{% set calls = calls + [call] %}`, in a namespace where it must outlive a loop.',
  find: ({ source, subject }) =>
    dataFlowOf(subject.program.template).tree.nodes.flatMap((node): Finding[] => {
      if (node.kind !== 'call' || node.callee.kind !== 'attribute') return [];
      const method = String(node.callee.attribute);
      if (!mutations.has(method)) return [];
      return [
        {
          code: 'CT808',
          severity: 'error',
          message: `${code(source, node.span)} changes a value in place: the sandbox of \`transformers\` raises SecurityError here.`,
          span: node.callee.nameSpan,
          related: [],
          payload: { method },
        },
      ];
    }),
});
