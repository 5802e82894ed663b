import type { Finding } from '../../../protocol/certification.ts';
import { dataFlowOf } from '../dataflow/index.ts';
import { defineRule } from './rule.ts';
import { code } from './wording.ts';

export interface ShadowPayload {
  readonly member: string;
  readonly kind: 'method for field' | 'field for method';
}

const methods = new Set('items keys values get pop popitem update copy clear setdefault fromkeys'.split(' '));
const walks = new Set(['items', 'keys', 'values']);
/** Dicts whose keys are anybody's: names of arguments and parameters. */
const openDict = /\.(arguments|properties)$/;

export const ct807ShadowedMember = defineRule<ShadowPayload>({
  code: 'CT807',
  title: 'A field and a method of one name',
  by: ['static'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `In Python \`schema.items\` is the method of the dict, never its field \`items\`: it is always true, prints
\`<built-in method ...>\`, and has no fields. And in engines other than Python's, \`arguments.items()\` is the argument that bears
that name, where there is one; the filter \`items\` is safe in all of them. The first is an error, the second an information.`,
  repair: "Write `schema['items']` for the field and `arguments | items` for the walk.",
  find: ({ source, subject }) => {
    const { tree, paths } = dataFlowOf(subject.program.template);
    return tree.nodes.flatMap((node): Finding[] => {
      if (node.kind !== 'attribute' || !methods.has(String(node.attribute))) return [];
      const of = [...paths.of(node.object)];
      const above = tree.parentOf(node);
      const isCalled = above?.kind === 'call' && above.callee.id === node.id;
      const member = String(node.attribute);
      if (isCalled && !(walks.has(member) && of.some((path) => openDict.test(path)))) return [];
      if (!isCalled && of.length === 0) return [];
      return [
        {
          code: 'CT807',
          severity: isCalled ? 'information' : 'error',
          message: isCalled
            ? `An argument named \`${member}\` hides the method in ${code(source, above.span)} for engines other than Python's; \`| ${member === 'items' ? 'items' : 'list'}\` is safe.`
            : `${code(source, node.span)} is the dict's method, not its field \`${member}\`.`,
          span: node.nameSpan,
          related: [],
          payload: {
            member,
            kind: isCalled ? 'field for method' : 'method for field',
          } satisfies ShadowPayload,
        },
      ];
    });
  },
});
