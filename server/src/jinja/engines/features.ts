/** What a template asks of an engine, and which engines don't have it. */
import type { Expression, FilterUse, For, Node, Span, Template } from '../syntax/ast.ts';
import { childrenOf, nodesOf } from '../syntax/walk.ts';
import type { EngineId } from './engine.ts';
import { FEATURE_PROBES } from './featureProbes.ts';
import { ENGINE_SUPPORT } from './support.ts';

/** A use of a feature: `filter:tojson`, `method:split`, `tag:generation`, `expression:slice-step`. */
export interface FeatureUse {
  readonly feature: string;
  readonly span: Span;
}

export interface FeatureGap extends FeatureUse {
  readonly engine: EngineId;
  /** Versions of the engine, of those that were tried, that lack it. */
  readonly lackedBy: readonly string[];
  /** Versions that accept it but write something else than Python. */
  readonly differsIn: readonly string[];
}

/** Every use in the template of a feature that the table knows, in source order. */
export function featuresOf(template: Template): FeatureUse[] {
  const uses: FeatureUse[] = [];
  const own = namesOf(template);
  const add = (feature: string, span: Span) => {
    if (FEATURE_PROBES.has(feature)) uses.push({ feature, span });
  };
  for (const node of nodesOf(template)) usesOf(node, template.source, own, add);
  return uses.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** The uses that some version of some engine can't do, or does otherwise. */
export function gapsOf(uses: readonly FeatureUse[], engines: readonly EngineId[]): FeatureGap[] {
  return uses.flatMap((use) =>
    engines.flatMap((engine) => {
      const versions = Object.entries(ENGINE_SUPPORT[engine]);
      const lackedBy = versions.filter(([, { lacks }]) => lacks.includes(use.feature));
      const differsIn = versions.filter(([, { differs }]) => differs.includes(use.feature));
      if (lackedBy.length + differsIn.length === 0) return [];
      const version = ([name]: [string, unknown]) => name;
      return [{ ...use, engine, lackedBy: lackedBy.map(version), differsIn: differsIn.map(version) }];
    }),
  );
}

type Add = (feature: string, span: Span) => void;

/** What the template itself assigns: not the global of that name. */
function namesOf(template: Template): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodesOf(template)) {
    if (node.kind === 'macro') names.add(node.name);
    if ('target' in node && node.target.kind === 'name') names.add(node.target.name);
  }
  return names;
}

function usesOf(node: Node, source: string, own: ReadonlySet<string>, add: Add): void {
  switch (node.kind) {
    case 'generation':
    case 'break':
    case 'continue':
    case 'macro':
    case 'with':
    case 'block':
    case 'autoescape':
      return add(`tag:${node.kind}`, openingTag(node.span, source));
    case 'call-block':
      return add('tag:call', openingTag(node.span, source));
    case 'filter-block':
      return add('tag:filter', openingTag(node.span, source));
    case 'set-block':
      return add(
        node.filters.length > 0 ? 'tag:set-block-filter' : 'tag:set-block',
        openingTag(node.span, source),
      );
    case 'output':
      return source.startsWith('{%', node.span.start) ? add('tag:print', node.span) : undefined;
    case 'set':
      if (node.target.kind === 'tuple-target') add('set:unpacking', node.target.span);
      return;
    case 'namespace-target':
      return add('set:attribute', node.span);
    case 'for':
      return usesOfFor(node, add);
    case 'filter-use':
      return usesOfFilter(node, add);
    case 'test':
      add(`test:${node.name}`, node.nameSpan);
      if (node.args.positional.length > 0 && source[node.nameSpan.end] !== '(')
        add('expression:test-argument-bare', node.span);
      return;
    default:
      return usesOfExpression(node as Expression, source, own, add);
  }
}

function usesOfFor(node: For, add: Add): void {
  if (node.filter) add('for:if', node.filter.span);
  if (node.otherwise) add('for:else', node.tag);
  if (node.recursive) add('for:recursive', node.tag);
  if (node.target.kind === 'tuple-target') add('for:unpacking', node.target.span);
}

function usesOfFilter(use: FilterUse, add: Add): void {
  add(`filter:${use.name}`, use.nameSpan);
  add(`filter:${use.name}/${use.args.positional.length}`, use.span);
  for (const { name, span } of use.args.keyword) add(`filter:${use.name}(${name})`, span);
}

const OPERATORS: Readonly<Record<string, string>> = {
  '**': 'expression:power',
  '//': 'expression:floor-division',
};

function usesOfExpression(node: Expression, source: string, own: ReadonlySet<string>, add: Add): void {
  switch (node.kind) {
    case 'name':
      return own.has(node.name) ? undefined : add(`global:${node.name}`, node.span);
    case 'attribute':
      if (node.object.kind === 'name' && node.object.name === 'loop')
        return add(`loop:${node.attribute}`, node.nameSpan);
      return typeof node.attribute === 'number' ? add('expression:item-by-dot', node.span) : undefined;
    case 'call':
      if (node.callee.kind === 'attribute') {
        const { attribute, nameSpan } = node.callee;
        add(`method:${attribute}`, nameSpan);
        add(`method:${attribute}/${node.args.positional.length}`, nameSpan);
      }
      if (node.args.splat) add('expression:splat', node.args.splat.span);
      if (node.args.keywordSplat) add('expression:keyword-splat', node.args.keywordSplat.span);
      return;
    case 'slice':
      return add(node.step ? 'expression:slice-step' : 'expression:slice', node.span);
    case 'subscript':
      return isNegative(node.index) ? add('expression:negative-index', node.span) : undefined;
    case 'conditional':
      return node.alternative ? undefined : add('expression:ternary-without-else', node.span);
    case 'compare':
      if (node.rest.length > 1) add('expression:chained-comparison', node.span);
      if (node.rest.some(({ operator }) => operator === 'not in')) add('expression:not-in', node.span);
      return;
    case 'concat':
      return add('expression:concat', node.span);
    case 'binary':
      if (node.operator === '%') return add(remainderFeature(node.left), node.span);
      if (node.operator === '*' && [node.left, node.right].some(({ kind }) => kind === 'string'))
        return add('expression:string-repetition', node.span);
      return add(OPERATORS[node.operator] ?? '', node.span);
    case 'tuple':
      return add('expression:tuple', node.span);
    case 'float':
      return add(/e/i.test(textOf(node, source)) ? 'expression:exponent' : 'expression:float', node.span);
    case 'integer':
      if (typeof node.value === 'bigint') add('expression:big-integer', node.span);
      if (/^0[box]/i.test(textOf(node, source))) add('expression:radix-integer', node.span);
      if (textOf(node, source).includes('_')) add('expression:digit-separator', node.span);
      return;
    case 'string':
      return usesOfString(node.span, textOf(node, source), add);
    default:
      return;
  }
}

const ESCAPES: readonly (readonly [feature: string, escape: RegExp])[] = [
  ['string:unicode-escape', /\\[uU]/],
  ['string:hex-escape', /\\x/],
  ['string:octal-escape', /\\[0-7]/],
  ['string:other-escape', /\\[^\\'"abfnrtvxuUN0-7\n]/],
];

function usesOfString(span: Span, written: string, add: Add): void {
  if (/^'(?:[^'\\]|\\.)*'\s*['"]|^"(?:[^"\\]|\\.)*"\s*['"]/s.test(written))
    add('expression:adjacent-strings', span);
  const escapes = written.replaceAll('\\\\', '');
  for (const [feature, escape] of ESCAPES) if (escape.test(escapes)) add(feature, span);
}

/** Engines that know `%` differ in the sign of what is left of a negative number: that of a count never is. */
function remainderFeature(left: Expression): string {
  if (left.kind === 'string') return 'expression:string-format';
  return mayBeNegative(left) ? 'expression:modulo' : '';
}

function mayBeNegative(node: Node): boolean {
  const subtracts = (node.kind === 'unary' || node.kind === 'binary') && node.operator === '-';
  return subtracts || childrenOf(node).some(mayBeNegative);
}

function isNegative(node: Expression): boolean {
  return node.kind === 'unary' && node.operator === '-';
}

function textOf({ span }: Expression, source: string): string {
  return source.slice(span.start, span.end);
}

/** `{% … %}` at the beginning of the statement. */
function openingTag({ start, end }: Span, source: string): Span {
  const close = source.indexOf('%}', start);
  return { start, end: close < 0 ? end : Math.min(end, close + 2) };
}
