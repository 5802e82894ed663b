import type { Finding } from '../../../protocol/certification.ts';
import type { Expression } from '../jinja/syntax/ast.ts';
import { dataFlowOf } from '../dataflow/index.ts';
import { defineRule } from './rule.ts';
import { code } from './wording.ts';

/** Filters whose result is `Markup`, and those that keep it so. */
const makesMarkup = new Set(['safe', 'escape', 'e', 'forceescape', 'urlize', 'xmlattr']);
const keepsMarkup = new Set([
  'trim',
  'replace',
  'upper',
  'lower',
  'capitalize',
  'title',
  'indent',
  'default',
  'd',
]);

export const ct804MarkupEscapes = defineRule<null>({
  code: 'CT804',
  title: '`safe` escapes what is added to it',
  by: ['static'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `\`x | safe\` is a Markup string, and Python's Markup escapes every plain string that \`+\` adds to it: \`<\` becomes
\`&lt;\`, quotes become \`&#34;\`. Markers and JSON are then written as HTML, in Python only; other engines print them as they are.
Chat templates have no autoescape, so \`safe\` does nothing else.`,
  repair: 'Leave out `safe`, or join with `~`, which does not escape.',
  find: ({ source, subject }) => {
    const { tree } = dataFlowOf(subject.program.template);
    return tree.nodes.flatMap((node): Finding[] => {
      if (node.kind !== 'binary' || node.operator !== '+') return [];
      const above = tree.parentOf(node);
      if (above?.kind === 'binary' && above.operator === '+') return [];
      const operands = operandsOf(node);
      const markup = operands.findIndex(isMarkup);
      if (markup < 0) return [];
      // Until the first Markup from the left, plain strings are joined as they are; that sum is then escaped too.
      const escaped = operands.find((operand) => !isMarkup(operand) && !isHarmless(operand));
      if (escaped === undefined) return [];
      return [
        {
          code: 'CT804',
          severity: escaped.kind === 'string' || isJson(escaped) ? 'error' : 'warning',
          message: `${code(source, escaped.span)} is HTML-escaped here, because ${code(source, operands[markup]!.span)} is Markup and \`+\` escapes what is added to it.`,
          span: escaped.span,
          related: [{ span: operands[markup]!.span, message: 'this is Markup' }],
          payload: null,
        },
      ];
    });
  },
});

function operandsOf(node: Expression): Expression[] {
  return node.kind === 'binary' && node.operator === '+'
    ? [...operandsOf(node.left), ...operandsOf(node.right)]
    : [node];
}

function isMarkup(node: Expression): boolean {
  if (node.kind !== 'filter') return false;
  return makesMarkup.has(node.use.name) || (keepsMarkup.has(node.use.name) && isMarkup(node.operand));
}

/** Text without anything to escape. */
const isHarmless = (node: Expression) =>
  (node.kind === 'string' && !/[<>&'"]/.test(node.value)) || node.kind === 'integer';

const isJson = (node: Expression) => node.kind === 'filter' && node.use.name === 'tojson';
