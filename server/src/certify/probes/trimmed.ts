/** Which of a template's trims takes the blanks off a text: the one without which they are printed. */
import type { Edit } from '../../../../protocol/certification.ts';
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import type { Node } from '../../jinja/index.ts';
import { nodesOf } from '../../jinja/syntax/walk.ts';
import type { Subject } from '../subject.ts';

/** Trims that are tried, those of a message's content first: a template that has more is looked at no further. */
const tried = 24;

/** The edit that leaves the trim out; null where no single one does it. */
export function trimThatTakes(subject: Subject, request: RenderRequest, padded: string): Edit | null {
  const { template } = subject.program;
  const trims = [...nodesOf(template)].flatMap((node) => withoutTrim(node, template.source));
  const isLikely = ({ text }: Edit) => /content|text|message/i.test(text);
  const edits = [...trims.filter(isLikely), ...trims.filter((edit) => !isLikely(edit))].slice(0, tried);
  return edits.find((edit) => prints(subject, edit, request, padded)) ?? null;
}

const trimNames = new Set(['trim', 'strip', 'lstrip', 'rstrip']);

function withoutTrim(node: Node, source: string): Edit[] {
  if (node.kind === 'filter' && trimNames.has(node.use.name))
    return [{ span: node.span, text: source.slice(node.operand.span.start, node.operand.span.end) }];
  if (
    node.kind !== 'call' ||
    node.callee.kind !== 'attribute' ||
    !trimNames.has(String(node.callee.attribute))
  )
    return [];
  const { object } = node.callee;
  return [{ span: node.span, text: source.slice(object.span.start, object.span.end) }];
}

function prints(subject: Subject, { span, text }: Edit, request: RenderRequest, padded: string): boolean {
  const { source } = subject.program.template;
  const edited = source.slice(0, span.start) + text + source.slice(span.end);
  const rendered = subject.renderEdited(edited, request);
  return rendered?.ok === true && rendered.text.includes(padded);
}
