import { parse } from '../../server/src/jinja/index.ts';
import type { Node } from '../../server/src/jinja/index.ts';
import { childrenOf, nodesOf } from '../../server/src/jinja/syntax/walk.ts';
import type { Difference } from './compare.ts';

/** Asks whether a smaller case still differs in the same way. */
export type StillDiffers = (template: string, context: string) => Promise<Difference | null>;

const MOST_QUESTIONS = 400;

/** Cuts away what the difference does not need: statements, parts of expressions, text, variables. */
export async function shrink(difference: Difference, stillDiffers: StillDiffers): Promise<Difference> {
  let best = difference;
  let questions = 0;
  for (let shrunk = true; shrunk && questions < MOST_QUESTIONS;) {
    shrunk = false;
    for (const [template, context] of smaller(best)) {
      if (++questions > MOST_QUESTIONS) break;
      const found = await stillDiffers(template, context);
      if (!found) continue;
      best = found;
      shrunk = true;
      break;
    }
  }
  return best;
}

function* smaller({ template, context }: Difference): Generator<[string, string]> {
  for (const candidate of smallerTemplates(template))
    if (candidate.length < template.length) yield [candidate, context];
  const variables = JSON.parse(context) as Record<string, unknown>;
  const unused = Object.keys(variables).filter((name) => !new RegExp(`\\b${name}\\b`).test(template));
  // Values are not written anew: that would turn 1.0 into 1.
  if (unused.length > 0 && unused.length === Object.keys(variables).length) yield [template, '{}'];
}

function* smallerTemplates(source: string): Generator<string> {
  const { template } = parse(source);
  if (!template) {
    for (let size = Math.floor(source.length / 2); size >= 1; size = Math.floor(size / 2))
      for (let at = 0; at < source.length; at += size) yield source.slice(0, at) + source.slice(at + size);
    return;
  }
  const replaced = ({ span }: Node, by: string) => source.slice(0, span.start) + by + source.slice(span.end);
  const nodes = [...nodesOf(template)].filter(({ kind }) => kind !== 'template');
  for (const node of nodes)
    if ('body' in node || node.kind === 'output' || node.kind === 'if') yield replaced(node, '');
  for (const node of nodes) {
    if (!('body' in node) || node.kind === 'branch') continue;
    const [first, last] = [node.body[0], node.body.at(-1)];
    if (first && last) yield replaced(node, source.slice(first.span.start, last.span.end));
  }
  for (const node of nodes) {
    if (node.kind === 'text' || node.kind === 'set' || node.kind === 'load') yield replaced(node, '');
    if (node.kind === 'if')
      for (const { body } of node.branches)
        if (body[0]) yield replaced(node, source.slice(body[0].span.start, body.at(-1)?.span.end));
  }
  for (const node of nodes) {
    if ('body' in node || node.kind === 'text' || node.kind === 'if' || node.kind === 'filter-use') continue;
    for (const child of childrenOf(node)) {
      if (child.kind !== 'filter-use' && node.kind !== 'output' && node.kind !== 'set')
        yield replaced(node, source.slice(child.span.start, child.span.end));
    }
    if (node.span.end - node.span.start > 2 && node.kind !== 'output' && node.kind !== 'set') {
      yield replaced(node, '1');
      yield replaced(node, `''`);
    }
  }
}
