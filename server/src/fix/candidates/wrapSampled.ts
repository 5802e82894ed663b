/** Edits that put the sampled places of a template into one `generation` block. */
import type { Edit, Span } from '../../../../protocol/certification.ts';
import type { Expression, Node, Output, Statement, Template } from '../../jinja/syntax/ast.ts';
import { bodiesOf, childrenOf } from '../../jinja/syntax/walk.ts';
import type { Site } from './sampledSites.ts';
import { escaped, indentBefore, literal, opener } from './tags.ts';

/** Null where no list of statements holds all that is sampled, or where header and answer can't be told apart. */
export function wrapSampled(template: Template, sites: readonly Site[] | null): Edit[] | null {
  const sampled = sites?.filter((site) => site.sampled) ?? [];
  if (sites === null || sampled.length === 0) return null;
  const { source } = template;
  const body = innermostBody(template.body, sampled);
  const wrapped = body.filter((statement) => sampled.some((site) => holds(statement, site)));
  const [first] = wrapped;
  const last = wrapped.at(-1)!;
  if (first === undefined) return null;

  const inside = sites.filter((site) => site.start >= first.span.start && site.end <= last.span.end);
  const headers = splitHeaders(source, first, inside);
  const tail = splitTail(source, last, inside);
  if (headers === null || tail === null) return null;

  const tag = opener(source);
  const indent = indentBefore(source, first.span.start);
  const between = indent === null ? '' : `\n${indent}`;
  const start = first.span.start;
  const header = headers.header === null ? '' : `{{- ${headers.header} }}${between}`;
  const opening: Edit = { span: { start, end: start }, text: `${header}${tag} generation %}${between}` };
  const closing: Edit = {
    span: { start: tail.at, end: last.span.end },
    text: `${tail.before}${between}${tail.before === '' && last.kind === 'text' ? '{%' : tag} endgeneration %}${tail.behind === null ? '' : `${between}{{- ${tail.behind} }}`}`,
  };
  return [opening, ...headers.edits.filter(({ span }) => span.end <= tail.at), closing];
}

const holds = ({ span }: Node, site: Span) => span.start <= site.start && span.end >= site.end;

/** The deepest list of statements that writes everything sampled. */
function innermostBody(body: readonly Statement[], sampled: readonly Site[]): readonly Statement[] {
  const only = body.find((statement) => sampled.every((site) => holds(statement, site)));
  if (only === undefined) return body;
  for (const inner of bodiesOf(only)) {
    if (sampled.every((site) => inner.some((statement) => holds(statement, site))))
      return innermostBody(inner, sampled);
  }
  return body;
}

interface Headers {
  /** Expression that prints the header before the block; null where it stands before it already. */
  readonly header: string | null;
  readonly edits: readonly Edit[];
}

/** Headers that the first statement's outputs begin with, taken out: all must be the same. */
function splitHeaders(source: string, first: Statement, inside: readonly Site[]): Headers | null {
  const heads = outputsIn(first).filter((output) =>
    inside.some((site) => holds(output, site) && site.header > 0),
  );
  if (heads.length === 0) return { header: null, edits: [] };
  const split = heads.map((output) => splitOutput(source, output, inside));
  const headers = new Set(split.map((one) => one?.header ?? null));
  const [header] = headers;
  if (headers.size !== 1 || header === null || header === undefined) return null;
  // Branches that only turns in history take are not among the sites: they begin with the same words.
  const others = outputsIn(first).filter(
    (output) => !heads.includes(output) && sourceOf(source, output.value).startsWith(header),
  );
  const unseen = others.map((output) =>
    withoutStart(source, output, output.value.span.start + header.length),
  );
  return { header, edits: [...split.map((one) => one!.edit), ...unseen] };
}

const sourceOf = (source: string, { span }: Node) => source.slice(span.start, span.end);

function outputsIn(node: Node): Output[] {
  return node.kind === 'output' ? [node] : childrenOf(node).flatMap(outputsIn);
}

/** `{{ header + rest }}` as header and an edit that leaves the rest: the last literal of the header is the border. */
function splitOutput(
  source: string,
  { value, span }: Output,
  inside: readonly Site[],
): { header: string; edit: Edit } | null {
  const parts = summands(value);
  const siteOf = (part: Expression) =>
    inside.find(({ start, end }) => start === part.span.start && end === part.span.end);
  const index = parts.findLastIndex((part) => (siteOf(part)?.header ?? 0) > 0);
  const part = parts[index];
  if (part === undefined) return null;
  const before = source.slice(value.span.start, part.span.start);
  if (siteOf(part)!.sampled) {
    const cut = cutLiteral(source, part, siteOf(part)!.header);
    const edit = { span: { start: value.span.start, end: part.span.end }, text: cut?.rest ?? '' };
    return cut === null ? null : { header: before + cut.head, edit };
  }
  const header = source.slice(value.span.start, part.span.end);
  return { header, edit: withoutStart(source, { value, span }, part.span.end) };
}

/** The output without its summands up to `end`; nothing where that is all of it. */
function withoutStart(source: string, { value, span }: Pick<Output, 'value' | 'span'>, end: number): Edit {
  const operator = /^\s*[+~]\s*/.exec(source.slice(end, value.span.end));
  if (operator === null) return { span, text: '' };
  return { span: { start: value.span.start, end: end + operator[0].length }, text: '' };
}

interface Tail {
  /** Where the closing edit begins, what of the statement it writes again, what it prints behind the block. */
  readonly at: number;
  readonly before: string;
  readonly behind: string | null;
}

/** The last statement without what it writes behind the stop token. */
function splitTail(source: string, last: Statement, inside: readonly Site[]): Tail | null {
  const tails = inside.filter((site) => holds(last, site) && site.sampled && site.tail > 0);
  const [site] = tails;
  if (site === undefined) return { at: last.span.end, before: '', behind: null };
  if (tails.length > 1) return null;
  if (last.kind === 'text') {
    const kept = last.value.length - site.tail;
    return { at: last.span.start + kept, before: '', behind: literal(last.value.slice(kept), source) };
  }
  if (last.kind !== 'output') return null;
  const part = summands(last.value).at(-1)!;
  if (part.span.end !== site.end || part.kind !== 'string') return null;
  const cut = cutLiteral(source, part, part.value.length - site.tail);
  const closing = source.slice(part.span.end, last.span.end);
  return cut === null ? null : { at: part.span.start, before: cut.head + closing, behind: cut.rest };
}

/** Operands of a sum or of `~`, left to right. */
function summands(node: Expression): Expression[] {
  if (node.kind === 'binary' && node.operator === '+')
    return [...summands(node.left), ...summands(node.right)];
  return node.kind === 'concat' ? node.operands.flatMap(summands) : [node];
}

/** A string literal as two, cut after some units of its text. */
function cutLiteral(source: string, part: Expression, units: number): { head: string; rest: string } | null {
  if (part.kind !== 'string') return null;
  const quote = source[part.span.end - 1]!;
  const half = (text: string) => quote + escaped(text, quote) + quote;
  return { head: half(part.value.slice(0, units)), rest: half(part.value.slice(units)) };
}
