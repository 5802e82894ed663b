/** Which of the filters and methods of a template changes a text: the one without which it is printed as it is. */
import type { Edit } from '../../../../protocol/certification.ts';
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import type { Node } from '../../jinja/index.ts';
import { nodesOf } from '../../jinja/syntax/walk.ts';
import type { Subject } from '../subject.ts';

/** Changes that are tried, those of a message's content first: a template that has more is looked at no further. */
const tried = 24;

/** The edit that leaves it out; null where no single one does it. */
export function changeOf(subject: Subject, request: RenderRequest, text: string): Edit | null {
  const { template } = subject.program;
  const changes = [...nodesOf(template)].flatMap((node) => without(node, template.source));
  const isLikely = (edit: Edit) => /content|text|message/i.test(edit.text);
  const edits = [...changes.filter(isLikely), ...changes.filter((edit) => !isLikely(edit))].slice(0, tried);
  return edits.find((edit) => prints(subject, edit, request, text)) ?? null;
}

const changing = new Set([
  ...['trim', 'strip', 'lstrip', 'rstrip', 'replace', 'escape', 'e', 'forceescape', 'striptags', 'urlize'],
  ...['upper', 'lower', 'capitalize', 'title', 'truncate', 'wordwrap', 'indent', 'center'],
]);

function without(node: Node, source: string): Edit[] {
  if (node.kind === 'filter' && changing.has(node.use.name))
    return [{ span: node.span, text: source.slice(node.operand.span.start, node.operand.span.end) }];
  if (
    node.kind !== 'call' ||
    node.callee.kind !== 'attribute' ||
    !changing.has(String(node.callee.attribute))
  )
    return [];
  const { object } = node.callee;
  return [{ span: node.span, text: source.slice(object.span.start, object.span.end) }];
}

function prints(subject: Subject, { span, text }: Edit, request: RenderRequest, whole: string): boolean {
  const { source } = subject.program.template;
  const edited = source.slice(0, span.start) + text + source.slice(span.end);
  const rendered = subject.renderEdited(edited, request);
  return rendered?.ok === true && rendered.text.includes(whole);
}
