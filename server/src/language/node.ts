/**
 * The syntax tree as plain data: a copy of what the parser built, without ties to its memory. Every position is a
 * UTF-16 offset in the document, ends are exclusive.
 */

export interface SyntaxNode {
  /** Name of the grammar's rule (`for_statement`), or the token itself (`endfor`, `==`). */
  readonly kind: string;
  /** What the node is to its parent (`condition`), or null. */
  readonly field: string | null;
  readonly start: number;
  readonly end: number;
  /** False for keywords, operators and punctuation. */
  readonly named: boolean;
  /** The parser put it in where the text lacks it: it has no width. */
  readonly missing: boolean;
  readonly children: readonly SyntaxNode[];
  readonly parent: SyntaxNode | null;
}

/** Nodes that stand for something Python refuses, beside the parser's own ERROR and missing nodes. */
export const ERROR_KINDS: ReadonlySet<string> = new Set([
  'ERROR',
  'malformed_string',
  'unclosed_comment',
  'missing_close',
  'wrong_close',
  'missing_end',
  'orphan_tag',
  'reserved_name',
  'chained_test',
]);

export function child(node: SyntaxNode, field: string): SyntaxNode | null {
  return node.children.find((candidate) => candidate.field === field) ?? null;
}

export function childrenOf(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  return node.children.filter((candidate) => candidate.field === field);
}

export function namedChildren(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter((candidate) => candidate.named);
}

export function textOf(node: SyntaxNode, text: string): string {
  return text.slice(node.start, node.end);
}

/** The node and all below it, parents before children, in the order of the text. */
export function* descendants(node: SyntaxNode): Generator<SyntaxNode> {
  const stack: SyntaxNode[] = [node];
  for (let next = stack.pop(); next; next = stack.pop()) {
    yield next;
    for (let i = next.children.length - 1; i >= 0; i--) stack.push(next.children[i]!);
  }
}

/** The node and what it stands in, innermost first. */
export function* ancestors(node: SyntaxNode | null): Generator<SyntaxNode> {
  for (let next = node; next; next = next.parent) yield next;
}

export function enclosing(node: SyntaxNode | null, ...kinds: readonly string[]): SyntaxNode | null {
  for (const candidate of ancestors(node)) if (kinds.includes(candidate.kind)) return candidate;
  return null;
}

/**
 * The smallest node at an offset. Between two nodes the one that begins there is taken, except where a word ends
 * and something else than a word begins: a cursor behind a name is at the name.
 */
export function nodeAt(root: SyntaxNode, offset: number): SyntaxNode {
  const right = leafAt(root, (node) => node.start <= offset && offset < node.end);
  if (isWord(right)) return right;
  const left = leafAt(root, (node) => node.start < offset && offset <= node.end);
  return isWord(left) || right.children.length > 0 ? left : right;
}

const WORDS: ReadonlySet<string> = new Set([
  'identifier',
  'integer',
  'float',
  'string',
  'reserved_name',
  'boolean',
  'none',
]);

function isWord(node: SyntaxNode): boolean {
  return WORDS.has(node.kind) || (!node.named && /^[a-z]+$/i.test(node.kind));
}

function leafAt(root: SyntaxNode, covers: (node: SyntaxNode) => boolean): SyntaxNode {
  let node = root;
  for (;;) {
    const inner = node.children.find(covers);
    if (!inner || node.kind === 'string') return node;
    node = inner;
  }
}

/** Does the tree hold anything that Python's parser refuses? */
export function hasSyntaxErrors(root: SyntaxNode): boolean {
  for (const node of descendants(root)) if (node.missing || ERROR_KINDS.has(node.kind)) return true;
  return false;
}
