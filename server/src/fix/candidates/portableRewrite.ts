/**
 * The same text by a form that every engine has (CT801, CT803): a filter in place of a method or of a reversing
 * slice. All uses of the feature are rewritten together; one that can't be makes the whole no candidate.
 */
import type { Edit } from '../../../../protocol/certification.ts';
import type { Arguments, Expression, Node } from '../../jinja/syntax/ast.ts';
import { nodesOf } from '../../jinja/syntax/walk.ts';
import type { Candidate, CandidateContext } from '../../rules/rule.ts';

/** Methods with a filter that does the same: its name, and with how many arguments. */
const filterOf: Readonly<Record<string, { readonly filter: string; readonly arguments: number }>> = {
  'method:strip': { filter: 'trim', arguments: 0 },
  'method:title': { filter: 'title', arguments: 0 },
  'method:upper': { filter: 'upper', arguments: 0 },
  'method:lower': { filter: 'lower', arguments: 0 },
  'method:capitalize': { filter: 'capitalize', arguments: 0 },
  'method:items': { filter: 'items', arguments: 0 },
  'method:replace': { filter: 'replace', arguments: 2 },
};

/** Filters under a second name that not every engine has. */
const aliasOf: Readonly<Record<string, string>> = {
  'filter:count': 'length',
  'filter:d': 'default',
  'filter:e': 'escape',
};

/** Tests that say what an operator says. */
const operatorOf: Readonly<Record<string, string>> = {
  'test:eq': '==',
  'test:equalto': '==',
  'test:ne': '!=',
  'test:lt': '<',
  'test:lessthan': '<',
  'test:le': '<=',
  'test:gt': '>',
  'test:greaterthan': '>',
  'test:ge': '>=',
  'test:in': 'in',
};

export function portableRewrite(feature: string, { analysis }: CandidateContext): Candidate[] {
  const { source, subject } = analysis;
  const rewrite = rewriteOf(feature);
  if (rewrite === null) return [];
  const edits: Edit[] = [];
  for (const node of nodesOf(subject.program.template)) {
    if (!rewrite.concerns(node)) continue;
    const text = rewrite.text(node, source);
    if (text === null) return [];
    edits.push({ span: node.span, text });
  }
  if (edits.length === 0 || overlap(edits)) return [];
  return [{ title: `Use ${rewrite.form}, which every engine has`, edits, keepsText: true }];
}

interface Rewrite {
  /** `the filter trim`, `==`: what the title says. */
  readonly form: string;
  concerns(node: Node): boolean;
  /** Null for a use that has no such form. */
  text(node: Node, source: string): string | null;
}

/** `method:strip/1` is the form with one argument. */
function rewriteOf(feature: string): Rewrite | null {
  if (feature === 'expression:slice-step') return reversal;
  if (feature in aliasOf) return alias(feature.slice('filter:'.length), aliasOf[feature]!);
  if (feature in operatorOf) return comparison(feature.slice('test:'.length), operatorOf[feature]!);
  const [method, count] = feature.split('/');
  const known = filterOf[method!];
  if (known === undefined || (count !== undefined && Number(count) !== known.arguments)) return null;
  const name = method!.slice('method:'.length);
  return {
    form: `the filter \`${known.filter}\``,
    concerns: (node) =>
      node.kind === 'call' && node.callee.kind === 'attribute' && node.callee.attribute === name,
    text: (node, source) => {
      if (node.kind !== 'call' || node.callee.kind !== 'attribute') return null;
      const { positional, keyword, splat, keywordSplat } = node.args;
      if (keyword.length > 0 || splat !== null || keywordSplat !== null) return null;
      if (positional.length !== known.arguments) return null;
      return filtered(node.callee.object, known.filter, node.args, source);
    },
  };
}

/** `x[::-1]` is `x | reverse`, where it is looped over. */
const reversal: Rewrite = {
  form: 'the filter `reverse`',
  concerns: (node) => node.kind === 'subscript' && node.index.kind === 'slice' && node.index.step !== null,
  text: (node, source) => {
    if (node.kind !== 'subscript' || node.index.kind !== 'slice') return null;
    const { start, stop, step } = node.index;
    const isReversal =
      start === null && stop === null && step !== null && /^-\s*1$/.test(textOf(step, source));
    return isReversal ? filtered(node.object, 'reverse', null, source) : null;
  },
};

function alias(name: string, filter: string): Rewrite {
  return {
    form: `the filter \`${filter}\``,
    concerns: (node) => node.kind === 'filter' && node.use.name === name,
    text: (node, source) => {
      if (node.kind !== 'filter') return null;
      const { nameSpan } = node.use;
      return (
        source.slice(node.span.start, nameSpan.start) + filter + source.slice(nameSpan.end, node.span.end)
      );
    },
  };
}

function comparison(name: string, operator: string): Rewrite {
  return {
    form: `\`${operator}\``,
    concerns: (node) => node.kind === 'test' && node.name === name,
    text: (node, source) => {
      const [other, ...more] = node.kind === 'test' ? node.args.positional : [];
      if (node.kind !== 'test' || other === undefined || more.length > 0) return null;
      const compared = `(${textOf(node.operand, source)} ${operator} ${textOf(other, source)})`;
      return node.negated ? `(not ${compared})` : compared;
    },
  };
}

/** In parentheses, for a filter binds weaker than what a method call may stand in. */
function filtered(object: Expression, filter: string, args: Arguments | null, source: string): string {
  const list =
    args === null || args.positional.length === 0
      ? ''
      : `(${args.positional.map((one) => textOf(one, source)).join(', ')})`;
  return `(${textOf(object, source)} | ${filter}${list})`;
}

const textOf = ({ span }: Expression, source: string) => source.slice(span.start, span.end);

function overlap(edits: readonly Edit[]): boolean {
  const sorted = [...edits].sort((a, b) => a.span.start - b.span.start);
  return sorted.some(({ span }, index) => (sorted[index + 1]?.span.start ?? Infinity) < span.end);
}
