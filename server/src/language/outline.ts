import { child, childrenOf, textOf } from './node.ts';
import type { SyntaxNode } from './node.ts';
import { comparedRoles, unquoted } from './model/shape.ts';
import type { TemplateModel } from './model/index.ts';

export type OutlineKind =
  'macro' | 'loop' | 'role' | 'condition' | 'generation' | 'variable' | 'namespace' | 'block';

/** An entry of the outline: `start`..`end` is all that belongs to it, `nameStart`..`nameEnd` what to show of it. */
export interface OutlineEntry {
  readonly name: string;
  readonly detail: string;
  readonly kind: OutlineKind;
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly children: readonly OutlineEntry[];
}

interface Headline {
  readonly name: string;
  readonly detail?: string;
  readonly kind: OutlineKind;
  readonly at: SyntaxNode;
}

const LONGEST = 60;

/** Macros, loops, branches by role, generation blocks and what is set, as they nest. */
export function documentSymbols(model: TemplateModel): readonly OutlineEntry[] {
  return entriesIn(model.root.children, model);
}

function entriesIn(nodes: readonly SyntaxNode[], model: TemplateModel): readonly OutlineEntry[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'if_statement') return branchEntries(node, model);
    const headline = HEADLINES[node.kind]?.(node, model);
    const inner = entriesIn(node.children, model);
    return headline ? [entryOf(node.start, node.end, headline, inner)] : inner;
  });
}

function entryOf(
  start: number,
  end: number,
  { name, detail = '', kind, at }: Headline,
  children: readonly OutlineEntry[],
): OutlineEntry {
  return { name, detail, kind, start, end, nameStart: at.start, nameEnd: at.end, children };
}

/** Each branch of an `if` for itself: they are alternatives, and what a person looks for is a role. */
function branchEntries(node: SyntaxNode, model: TemplateModel): readonly OutlineEntry[] {
  const clauses = [node, ...childrenOf(node, 'branch')];
  return clauses.flatMap((clause, i) => {
    const tag = child(clause, 'tag');
    const body = child(clause, 'body');
    const inner = body ? entriesIn(body.children, model) : [];
    const end = clauses[i + 1]?.start ?? node.end;
    const headline = tag && branchHeadline(tag, model, inner.length > 0);
    return headline ? [entryOf(clause.start, end, headline, inner)] : inner;
  });
}

function branchHeadline(tag: SyntaxNode, model: TemplateModel, hasInner: boolean): Headline | null {
  const keyword = child(tag, 'keyword');
  const condition = child(tag, 'condition');
  const at = condition ?? keyword ?? tag;
  if (!condition) return hasInner ? { name: 'else', kind: 'condition', at } : null;
  const words = shortened(textOf(condition, model.text));
  const roles = comparedRoles(condition, model, 'equal').map((role) => unquoted(textOf(role, model.text)));
  if (roles.length > 0) return { name: [...new Set(roles)].join(', '), detail: words, kind: 'role', at };
  if (condition.kind === 'identifier' && words === 'add_generation_prompt') {
    return { name: 'generation prompt', detail: words, kind: 'role', at };
  }
  return hasInner ? { name: words, detail: keyword?.kind, kind: 'condition', at } : null;
}

type HeadlineOf = (node: SyntaxNode, model: TemplateModel) => Headline | null;

const HEADLINES: Readonly<Record<string, HeadlineOf>> = {
  macro_statement: (node, model) => {
    const tag = child(node, 'tag');
    const at = tag && child(tag, 'name');
    const parameters = tag && child(tag, 'parameters');
    if (!at || at.missing) return null;
    return {
      name: textOf(at, model.text),
      detail: parameters ? textOf(parameters, model.text) : '',
      kind: 'macro',
      at,
    };
  },
  for_statement: (node, model) => {
    const tag = child(node, 'tag');
    const target = tag && child(tag, 'target');
    const iterable = tag && child(tag, 'iterable');
    if (!tag || !target || !iterable) return null;
    const name = shortened(model.text.slice(target.start, iterable.end));
    return { name: `for ${name}`, kind: 'loop', at: target };
  },
  generation_statement: (node) => {
    const at = child(node, 'tag');
    return at && { name: 'generation', detail: 'what the model is trained on', kind: 'generation', at };
  },
  set_statement: (node, model) => setHeadline(child(node, 'target'), child(node, 'value'), model),
  set_block: (node, model) => {
    const tag = child(node, 'tag');
    return setHeadline(tag && child(tag, 'target'), null, model);
  },
  block_statement: (node, model) => {
    const tag = child(node, 'tag');
    const at = tag && child(tag, 'name');
    return at && { name: textOf(at, model.text), kind: 'block', at };
  },
};

/** Where a variable is made; later values of the same one would only lengthen the list. */
function setHeadline(at: SyntaxNode | null, value: SyntaxNode | null, model: TemplateModel): Headline | null {
  const symbol = at && model.symbolOf(at);
  if (!at || !symbol || symbol.occurrences.find(({ role }) => role === 'declaration')?.start !== at.start)
    return null;
  const kind = symbol.kind === 'namespace' ? 'namespace' : 'variable';
  return { name: symbol.name, detail: value ? shortened(textOf(value, model.text)) : '', kind, at };
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
