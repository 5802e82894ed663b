/** Where content is cut at the closing tag of what the model thought. */
import type { Call, Template } from '../jinja/syntax/ast.ts';
import { dataFlowOf } from './reads.ts';

export interface Split {
  readonly call: Call;
  readonly tag: string;
}

const splitters = new Set(['split', 'rsplit', 'partition', 'rpartition']);
/** `</think>`, `[/THINK]`, `<|end_of_thought|>`. */
const closingTag = /^\s*(<\/.+>|\[\/.+\]|<\|?(end|close)\w*\|?>)\s*$/i;

/** The first split of message content at each closing tag. */
export function splitsOf(template: Template): Split[] {
  const { tree, paths } = dataFlowOf(template);
  const splits = new Map<string, Split>();
  for (const node of tree.nodes) {
    if (node.kind !== 'call' || node.callee.kind !== 'attribute') continue;
    const [separator] = node.args.positional;
    if (!splitters.has(String(node.callee.attribute)) || separator?.kind !== 'string') continue;
    if (!closingTag.test(separator.value)) continue;
    const isContent = [...paths.of(node.callee.object)].some((path) => path.startsWith('messages[].content'));
    if (isContent && !splits.has(separator.value))
      splits.set(separator.value, { call: node, tag: separator.value });
  }
  return [...splits.values()];
}
