import { child, childrenOf, textOf } from '../node.ts';
import type { SyntaxNode } from '../node.ts';
import { CONTEXT_SHAPES, NAMED_SHAPES, SHAPES } from '../knowledge/index.ts';
import type { ShapeName } from '../knowledge/index.ts';
import type { TemplateModel, TemplateSymbol } from './symbols.ts';

/** Variables may be made from each other, in circles too: each is looked at once. */
const known = new WeakMap<TemplateSymbol, ShapeName | null>();

/** Filters and methods after which a value still looks as before, or looks like text. */
const KEEPS_SHAPE: ReadonlySet<string> = new Set([
  'list',
  'reverse',
  'sort',
  'selectattr',
  'rejectattr',
  'select',
  'reject',
  'unique',
  'default',
  'd',
]);
const GIVES_TEXT: ReadonlySet<string> = new Set([
  'trim',
  'upper',
  'lower',
  'title',
  'capitalize',
  'string',
  'tojson',
  'join',
  'replace',
  'indent',
  'safe',
  'escape',
  'strip',
  'lstrip',
  'rstrip',
  'removeprefix',
  'removesuffix',
]);
const GIVES_ITEM: ReadonlySet<string> = new Set(['first', 'last']);

/** What the value of an expression looks like, as far as a template's text tells; null if it doesn't. */
export function shapeOf(node: SyntaxNode | null, model: TemplateModel): ShapeName | null {
  if (!node) return null;
  const of = (field: string) => shapeOf(child(node, field), model);
  switch (node.kind) {
    case 'identifier': {
      const symbol = model.symbolOf(node);
      return symbol && shapeOfSymbol(symbol, model);
    }
    case 'string':
      return 'text';
    case 'dict':
      return 'dict';
    case 'parenthesized':
      return shapeOf(node.children.find(({ named }) => named) ?? null, model);
    case 'attribute':
      return memberShape(node, child(node, 'attribute'), model);
    case 'subscript':
      return subscriptShape(node, model);
    case 'filter_expression': {
      const name = nameIn(child(node, 'filter'), model);
      return resultOf(name, of('operand'));
    }
    case 'call': {
      const callee = child(node, 'function');
      if (callee?.kind !== 'attribute') return null;
      return resultOf(nameIn(callee, model, 'attribute'), null);
    }
    case 'binary':
      return of('left') === 'text' || of('right') === 'text' ? 'text' : null;
    case 'conditional':
      return of('consequence') ?? of('alternative');
    default:
      return null;
  }
}

function nameIn(node: SyntaxNode | null, model: TemplateModel, field = 'name'): string {
  const name = node && child(node, field);
  return name ? textOf(name, model.text) : '';
}

function resultOf(name: string, operand: ShapeName | null): ShapeName | null {
  if (KEEPS_SHAPE.has(name)) return operand;
  if (GIVES_TEXT.has(name)) return 'text';
  return GIVES_ITEM.has(name) && operand ? (SHAPES[operand].item ?? null) : null;
}

function subscriptShape(node: SyntaxNode, model: TemplateModel): ShapeName | null {
  const index = child(node, 'index');
  if (index?.kind === 'string') return memberShape(node, index, model);
  const object = shapeOf(child(node, 'object'), model);
  if (!object) return null;
  return index?.kind === 'slice' ? object : (SHAPES[object].item ?? null);
}

function memberShape(node: SyntaxNode, key: SyntaxNode | null, model: TemplateModel): ShapeName | null {
  const object = child(node, 'object');
  if (!key || !object) return null;
  const name = unquoted(textOf(key, model.text));
  const symbol = model.symbolOf(key);
  if (symbol?.kind === 'attribute') return shapeOfSymbol(symbol, model);
  const shape = shapeOf(object, model);
  if (shape === 'loop' && (name === 'previtem' || name === 'nextitem')) {
    return loopItem(object, model);
  }
  return (shape && SHAPES[shape].members.get(name)?.shape) ?? null;
}

function loopItem(loop: SyntaxNode, model: TemplateModel): ShapeName | null {
  const tag = model.symbolOf(loop)?.maker;
  const iterable = tag ? shapeOf(child(tag, 'iterable'), model) : null;
  return iterable ? (SHAPES[iterable].item ?? null) : null;
}

/** What a variable's value looks like. */
export function shapeOfSymbol(symbol: TemplateSymbol, model: TemplateModel): ShapeName | null {
  const found = known.get(symbol);
  if (found !== undefined) return found;
  known.set(symbol, null);
  const shape = deduced(symbol, model);
  known.set(symbol, shape);
  return shape;
}

function deduced(symbol: TemplateSymbol, model: TemplateModel): ShapeName | null {
  if (symbol.kind === 'context')
    return CONTEXT_SHAPES.get(symbol.name) ?? NAMED_SHAPES.get(symbol.name) ?? null;
  if (symbol.kind === 'special') return symbol.name === 'loop' ? 'loop' : null;
  for (const source of symbol.sources) {
    const shape = shapeOf(source, model);
    const own = symbol.kind === 'loop-variable' ? shape && SHAPES[shape].item : shape;
    if (own) return own;
  }
  return NAMED_SHAPES.get(symbol.name) ?? null;
}

/** The text between the quotes of a string; any other text as it is. */
export function unquoted(text: string): string {
  return /^(['"])(.*)\1$/s.exec(text)?.[2] ?? text;
}

/** Operators and tests that hold for the role they name. */
const EQUALS: ReadonlySet<string> = new Set(['==', 'in', 'eq', 'equalto', 'sameas']);

/**
 * Strings that a condition compares a message's role to: `message.role == 'user'`, `role in ['tool', 'function']`.
 * With `only: 'equal'`, those for which it can hold: not what stands behind `!=` or `not`.
 */
export function comparedRoles(
  condition: SyntaxNode,
  model: TemplateModel,
  only: 'all' | 'equal' = 'all',
): readonly SyntaxNode[] {
  const isEqual = (words: readonly (SyntaxNode | null)[]) =>
    only === 'all' || words.every((word) => word && EQUALS.has(textOf(word, model.text)));
  if (condition.kind === 'comparison') {
    const operands = condition.children.filter(({ field }) => field !== 'operator');
    const fits =
      isEqual(childrenOf(condition, 'operator')) && operands.some((operand) => isRole(operand, model));
    return fits ? operands.flatMap(stringsOf) : [];
  }
  if (condition.kind === 'test_expression') {
    const operand = child(condition, 'operand');
    const test = child(condition, 'test');
    const fits = test && operand && isRole(operand, model) && isEqual([child(test, 'name')]);
    return fits && (only === 'all' || !child(condition, 'negation')) ? stringsOf(test) : [];
  }
  if (only === 'equal' && condition.kind === 'unary') return [];
  return condition.children.flatMap((inner) => comparedRoles(inner, model, only));
}

/** `x.role` and `x['role']`, and a variable that was set from one. */
export function isRole(node: SyntaxNode, model: TemplateModel): boolean {
  if (node.kind === 'attribute') return nameIn(node, model, 'attribute') === 'role';
  if (node.kind === 'subscript') {
    const index = child(node, 'index');
    return index?.kind === 'string' && unquoted(textOf(index, model.text)) === 'role';
  }
  if (node.kind !== 'identifier') return false;
  const sources = model.symbolOf(node)?.sources ?? [];
  return sources.some((source) => source.kind !== 'identifier' && isRole(source, model));
}

function stringsOf(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.kind === 'string') return [node];
  const holders = ['list', 'tuple', 'parenthesized', 'arguments'];
  if (node.kind === 'test')
    return [...childrenOf(node, 'arguments'), ...childrenOf(node, 'argument')].flatMap(stringsOf);
  return holders.includes(node.kind) ? node.children.flatMap(stringsOf) : [];
}
