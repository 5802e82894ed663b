import { child, enclosing, nodeAt, textOf } from './node.ts';
import type { SyntaxNode } from './node.ts';
import {
  CONTEXT_VARIABLES,
  FILTERS,
  FUNCTIONS,
  SHAPES,
  signatureOf,
  SPECIAL_NAMES,
  SPECIAL_TOKENS,
  TAGS,
  TESTS,
  UNAVAILABLE_TAGS,
  WORDS,
} from './knowledge/index.ts';
import type { Entry } from './knowledge/index.ts';
import { macroEntry } from './completion/calls.ts';
import { shapeOf, shapeOfSymbol, unquoted } from './model/shape.ts';
import type { SymbolKind, TemplateModel, TemplateSymbol } from './model/index.ts';

export interface Hover {
  readonly markdown: string;
  readonly start: number;
  readonly end: number;
}

/** What is known of the word at an offset; null where that is nothing. */
export function hover(model: TemplateModel, offset: number): Hover | null {
  const node = nodeAt(model.root, offset);
  const markdown = textFor(node, model);
  return markdown ? { markdown, start: node.start, end: node.end } : null;
}

function textFor(node: SyntaxNode, model: TemplateModel): string | null {
  const name = textOf(node, model.text);
  if (node.field === 'name' && node.parent?.kind === 'filter') return builtin('filter', name, FILTERS);
  if (node.field === 'name' && node.parent?.kind === 'test') return builtin('test', name, TESTS);
  if (node.field === 'attribute' || node.field === 'index') return memberText(node, model);
  const symbol = model.symbolOf(node);
  if (symbol) return symbolText(symbol, model);
  return node.named && node.kind !== 'boolean' && node.kind !== 'none' ? null : keywordText(node, name);
}

function builtin(kind: string, name: string, table: ReadonlyMap<string, Entry>): string {
  const entry = table.get(name);
  return entry ? described(`(${kind}) ${signatureOf(entry)}`, entry.doc) : `There is no ${kind} \`${name}\`.`;
}

function memberText(node: SyntaxNode, model: TemplateModel): string | null {
  const symbol = model.symbolOf(node);
  if (symbol) return symbolText(symbol, model);
  const object = node.parent && child(node.parent, 'object');
  const shape = object && shapeOf(object, model);
  const member = shape && SHAPES[shape].members.get(unquoted(textOf(node, model.text)));
  if (!shape || !member) return null;
  return described(`(${SHAPES[shape].title}) ${signatureOf(member)}`, member.doc);
}

const KIND_WORDS: Readonly<Record<SymbolKind, string>> = {
  variable: 'variable',
  'loop-variable': 'loop variable',
  parameter: 'parameter',
  macro: 'macro',
  namespace: 'namespace',
  attribute: 'attribute of the namespace',
  special: 'special',
  context: 'passed in',
};

function symbolText(symbol: TemplateSymbol, model: TemplateModel): string {
  const known =
    symbol.kind === 'context'
      ? (FUNCTIONS.get(symbol.name) ?? CONTEXT_VARIABLES.get(symbol.name) ?? SPECIAL_TOKENS.get(symbol.name))
      : symbol.kind === 'special'
        ? SPECIAL_NAMES.get(symbol.name)
        : undefined;
  if (known)
    return described(
      `(${known.parameters ? 'function' : KIND_WORDS[symbol.kind]}) ${signatureOf(known)}`,
      known.doc,
    );
  const macro = symbol.kind === 'macro' ? macroEntry(symbol.name, model) : null;
  const owner = symbol.kind === 'attribute' ? `${symbol.owner?.name}.` : '';
  return described(
    `(${KIND_WORDS[symbol.kind]}) ${macro ? signatureOf(macro) : owner + symbol.name}`,
    [shapeText(symbol, model), madeText(symbol, model)].filter(Boolean).join(' '),
  );
}

function shapeText(symbol: TemplateSymbol, model: TemplateModel): string {
  const shape = shapeOfSymbol(symbol, model);
  return shape ? `A value like: ${SHAPES[shape].title}.` : '';
}

/** Where it is made, in words. */
function madeText({ kind, name, occurrences, sources }: TemplateSymbol, model: TemplateModel): string {
  if (kind === 'context')
    return `Nothing in the template sets \`${name}\`: it is what the caller passes, or undefined.`;
  const reads = occurrences.filter(({ role }) => role === 'read').length;
  const uses = reads === 0 ? 'Never read.' : `Read ${reads === 1 ? 'once' : `${reads} times`}.`;
  const source = sources.length === 1 ? sources[0] : undefined;
  if (!source || source.end - source.start > 80) return uses;
  const code = textOf(source, model.text).replace(/\s+/g, ' ');
  return `${kind === 'loop-variable' ? 'Item of' : 'Set to'} \`${code}\`. ${uses}`;
}

function keywordText(node: SyntaxNode, name: string): string | null {
  if (node.field === 'keyword') {
    const opening = name.startsWith('end') ? name.slice(3) : name;
    const tag = TAGS.get(opening) ?? UNAVAILABLE_TAGS.get(name);
    return tag ? described(`{% ${name} %}`, name === opening ? tag.doc : `Closes \`${opening}\`.`) : null;
  }
  const inLoopTag = name === 'if' && node.parent === enclosing(node, 'for_tag');
  if (inLoopTag)
    return described(name, 'Only the items for which this holds are walked over; `loop` counts those.');
  const entry = WORDS.get(node.parent?.kind === 'not_in' ? 'in' : name.toLowerCase());
  return entry ? described(name, entry.doc) : null;
}

function described(code: string, doc: string): string {
  return `\`\`\`chat-template\n${code}\n\`\`\`${doc ? `\n\n${doc}` : ''}`;
}
