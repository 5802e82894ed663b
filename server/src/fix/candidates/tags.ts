/** Tags as the author writes them: their markers, their indentation, their quotes. */
import type { Edit, Span } from '../../../../protocol/certification.ts';
import type { If } from '../../jinja/syntax/ast.ts';

/** `{%- ` or `{% `, as most tags of the template are written. */
export function opener(source: string): string {
  const dashed = source.split('{%-').length;
  return dashed * 2 > source.split('{%').length ? '{%-' : '{%';
}

/** `{{- ` or `{{ `, as most outputs of the template are written. */
export function printer(source: string): string {
  const dashed = source.split('{{-').length;
  return dashed * 2 > source.split('{{').length ? '{{-' : '{{';
}

/** A string literal of a text, in the quotes that the template uses most where both are possible. */
export function literal(text: string, source: string): string {
  const quote = source.split("'").length >= source.split('"').length ? "'" : '"';
  return quote + escaped(text, quote) + quote;
}

/** A text as it is written inside a string literal. */
export function escaped(text: string, quote: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(quote, `\\${quote}`);
}

/** What stands before a position on its line, if that is blank only; else null. */
export function indentBefore(source: string, at: number): string | null {
  const line = source.slice(source.lastIndexOf('\n', at - 1) + 1, at);
  return line.trim() === '' ? line : null;
}

/** A stretch with the lines it stands on, where nothing else stands on them. */
export function wholeLines(source: string, { start, end }: Span): Span {
  const indent = indentBefore(source, start);
  const rest = /^[^\S\n]*(\n|$)/.exec(source.slice(end));
  return indent === null || rest === null
    ? { start, end }
    : { start: start - indent.length, end: end + rest[0].length };
}

export const removal = (source: string, span: Span): Edit => ({ span: wholeLines(source, span), text: '' });

const elseTag = /\{%[-+]?\s*else\s*[-+]?%\}/g;
const endTag = /\{%[-+]?\s*endif\s*[-+]?%\}$/;

/** Where the `else` and `endif` tags of an `if` stand; `otherwise` is null where it has none. */
export function tagsOf(source: string, node: If): { otherwise: Span | null; end: Span } {
  const text = source.slice(0, node.span.end);
  const endStart = text.search(endTag);
  const end = { start: endStart < 0 ? node.span.end : endStart, end: node.span.end };
  if (node.otherwise === null) return { otherwise: null, end };
  const last = node.branches.at(-1)!;
  const from = last.body.at(-1)?.span.end ?? last.span.end;
  elseTag.lastIndex = from;
  const found = elseTag.exec(source);
  const otherwise =
    found === null || found.index >= end.start
      ? null
      : { start: found.index, end: found.index + found[0].length };
  return { otherwise, end };
}
