import { child, descendants } from '../node.ts';
import type { SyntaxNode } from '../node.ts';
import type { TemplateModel } from '../model/index.ts';

/** Where a completion is asked for. `start` is where the word before the cursor begins. */
export type Place =
  | { readonly kind: 'tag'; readonly start: number; readonly opener: SyntaxNode }
  | { readonly kind: 'filter'; readonly start: number }
  | { readonly kind: 'test'; readonly start: number }
  | { readonly kind: 'member'; readonly start: number; readonly object: SyntaxNode | null }
  | { readonly kind: 'operand'; readonly start: number; readonly call: OpenCall | null }
  | { readonly kind: 'operator'; readonly start: number; readonly tag: string }
  | { readonly kind: 'string'; readonly start: number; readonly node: SyntaxNode }
  | { readonly kind: 'in'; readonly start: number };

/** A call whose parenthesis is open at the cursor. */
export interface OpenCall {
  readonly name: string;
  readonly callee: 'filter' | 'test' | 'function';
  /** Offset of the name. */
  readonly nameStart: number;
  /** Which argument the cursor is in, from 0. */
  readonly argument: number;
  /** The name before `=`, if the argument has one. */
  readonly keyword: string | null;
  /** Nothing but a word stands in the argument so far. */
  readonly atStart: boolean;
}

/** Null where nothing can be offered: in text, in comments, where a new name is made up. */
export function placeAt(model: TemplateModel, offset: number): Place | null {
  const { opener, string } = surroundings(model.root, offset);
  if (string) return { kind: 'string', start: string.start + 1, node: string };
  if (!opener) return null;

  const start = wordStart(model.text, offset);
  const before = model.text.slice(opener.end, start);
  if (opener.kind === 'block_start') {
    if (before.trim() === '') return { kind: 'tag', start, opener };
    const special = placeInTag(before, start);
    if (special !== undefined) return special;
  }
  if (/\|\s*$/.test(before)) return { kind: 'filter', start };
  if (/\bis\s+(not\s+)?$/.test(before)) return { kind: 'test', start };
  if (/(^|[^\d\s])\s*\.\s*$/.test(before) || /[\w)\]]\s*\.\s*$/.test(before)) {
    return { kind: 'member', start, object: expressionBefore(model, opener.end + before.lastIndexOf('.')) };
  }
  const tag = opener.kind === 'block_start' ? (/^\s*(\w+)/.exec(before)?.[1] ?? '') : '';
  if (endsOperand(before, tag)) return { kind: 'operator', start, tag };
  return { kind: 'operand', start, call: openCall(model.text, opener.end, start) };
}

/** What only the words of the tag tell; undefined where it is an expression like any other. */
function placeInTag(before: string, start: number): Place | null | undefined {
  if (/^\s*filter\s+$/.test(before)) return { kind: 'filter', start };
  if (/^\s*(macro|block)\s+(\w+\s*\([^=]*)?$/.test(before)) return null;
  if (/^\s*(set|with)\s+$/.test(before)) return null;
  if (/^\s*for\s+([\w\s,()]*[,(]\s*)?$/.test(before)) return null;
  if (/^\s*for\s+(?!.*\bin\b)[\w,()\s]*[\w)]\s+$/s.test(before)) return { kind: 'in', start };
  return undefined;
}

interface Surroundings {
  /** The delimiter of the tag or output that the offset is in. */
  readonly opener: SyntaxNode | null;
  readonly string: SyntaxNode | null;
}

const OPENERS: ReadonlySet<string> = new Set(['block_start', 'variable_start']);
const CLOSERS: ReadonlySet<string> = new Set(['block_end', 'variable_end', 'wrong_close']);

/** Reads the tokens up to the offset: what the tree makes of them does not matter, so broken ones do no harm. */
function surroundings(root: SyntaxNode, offset: number): Surroundings {
  let opener: SyntaxNode | null = null;
  for (const node of descendants(root)) {
    if (node.start > offset) break;
    if (OPENERS.has(node.kind) && node.end <= offset) opener = node;
    else if (CLOSERS.has(node.kind) && node.end <= offset) opener = null;
    else if (node.kind === 'missing_close' && node.start < offset) opener = null;
    else if (node.kind === 'string' && isInString(node, offset)) return { opener, string: node };
  }
  return { opener, string: null };
}

function isInString({ start, end, children }: SyntaxNode, offset: number): boolean {
  const unclosed = children.some(({ kind }) => kind === 'malformed_string');
  return start < offset && (unclosed ? offset <= end : offset < end);
}

function wordStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && /[\p{XID_Continue}]/u.test(text[start - 1]!)) start--;
  return start;
}

/** The whole expression that ends right before the dot. */
function expressionBefore(model: TemplateModel, dot: number): SyntaxNode | null {
  const end = model.text.slice(0, dot).trimEnd().length;
  for (const node of descendants(model.root)) {
    if (node.end === end && EXPRESSIONS.has(node.kind) && child(node, 'attribute')?.missing !== true)
      return node;
  }
  return null;
}

const EXPRESSIONS: ReadonlySet<string> = new Set([
  'identifier',
  'attribute',
  'subscript',
  'call',
  'string',
  'parenthesized',
  'dict',
  'list',
]);

const BEFORE_OPERANDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'if', 'else', 'is']);

/** Does an operand end here, so that an operator comes next? */
function endsOperand(before: string, tag: string): boolean {
  const word = /([\p{XID_Continue}]+)\s*$/u.exec(before);
  if (!word) return /[)\]}'"]\s*$/.test(before);
  const isTagWord = word.index === before.search(/\S/) && word[1] === tag;
  return !isTagWord && !BEFORE_OPERANDS.has(word[1]!);
}

/** The innermost call whose parenthesis is open at `to`; reading starts at `from`, outside strings and brackets. */
export function openCall(text: string, from: number, to: number): OpenCall | null {
  const open: { readonly at: number; commas: number; argumentStart: number }[] = [];
  for (let i = from; i < to; i++) {
    const c = text[i]!;
    if (c === "'" || c === '"') i = stringEnd(text, i, to);
    else if ('([{'.includes(c)) open.push({ at: i, commas: 0, argumentStart: i + 1 });
    else if (')]}'.includes(c)) open.pop();
    else if (c === ',' && open.length > 0) {
      open.at(-1)!.commas++;
      open.at(-1)!.argumentStart = i + 1;
    }
  }
  const last = open.at(-1);
  if (!last || text[last.at] !== '(') return null;
  const called = /([\p{XID_Continue}]+)\s*$/u.exec(text.slice(from, last.at));
  if (!called) return null;
  const nameStart = from + called.index;
  const before = text.slice(from, nameStart);
  const argument = text.slice(last.argumentStart, to);
  return {
    name: called[1]!,
    callee:
      /\|\s*$/.test(before) || /^\s*filter\s+$/.test(before)
        ? 'filter'
        : /\bis\s+(not\s+)?$/.test(before)
          ? 'test'
          : 'function',
    nameStart,
    argument: last.commas,
    keyword: /^\s*([\p{XID_Continue}]+)\s*=(?!=)/u.exec(argument)?.[1] ?? null,
    atStart: /^\s*[\p{XID_Continue}]*$/u.test(argument),
  };
}

function stringEnd(text: string, start: number, to: number): number {
  for (let i = start + 1; i < to; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === text[start]) return i;
  }
  return to;
}

/** The blocks that are open at a tag, innermost first. */
export function openBlocks(tag: SyntaxNode): readonly SyntaxNode[] {
  const blocks: SyntaxNode[] = [];
  let node = tag.parent;
  // The tag being typed may itself look like a block: it begins where the delimiter does.
  for (; node; node = node.parent) {
    if (isBlock(node) && node.start < tag.start) blocks.push(node);
  }
  return blocks;
}

function isBlock(node: SyntaxNode): boolean {
  return (node.kind.endsWith('_statement') && child(node, 'tag') !== null) || node.kind === 'set_block';
}
