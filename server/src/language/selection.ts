import { ancestors, child, nodeAt } from './node.ts';
import type { SyntaxNode } from './node.ts';
import type { TemplateModel } from './model/index.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What a growing selection takes in, step by step: each range contains the one before. Never empty. */
export function selectionRanges(model: TemplateModel, offset: number): readonly Range[] {
  const ranges: Range[] = [];
  const add = ({ start, end }: Range) => {
    const last = ranges.at(-1);
    const grows = !last || (start <= last.start && end >= last.end && end - start > last.end - last.start);
    if (grows && start <= offset && offset <= end) ranges.push({ start, end });
  };
  for (const node of ancestors(nodeAt(model.root, offset))) {
    for (const inner of innerRanges(node, model.text)) add(inner);
    add(node);
  }
  add({ start: 0, end: model.text.length });
  return ranges;
}

/** The content of a string, of an output's or a tag's delimiters, and of a block's tags. */
function innerRanges(node: SyntaxNode, text: string): readonly Range[] {
  if (node.kind === 'string' && node.children.length === 0)
    return [{ start: node.start + 1, end: node.end - 1 }];
  const open = child(node, 'open');
  const close = child(node, 'close');
  if (open && close) return [trimmed(open.end, close.start, text)];
  const tag = child(node, 'tag');
  const end = child(node, 'end');
  if (tag && end) return [{ start: tag.end, end: end.start }];
  return [];
}

function trimmed(start: number, end: number, text: string): Range {
  const inside = text.slice(start, end);
  const from = start + (inside.length - inside.trimStart().length);
  return { start: from, end: Math.max(from, from + inside.trim().length) };
}
