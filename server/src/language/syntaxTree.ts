/**
 * The editor's tree of a template. Parsing never fails: whatever the text, there is a tree, and an edit costs what
 * it changes. The parser is WebAssembly whose bytes are passed in, so that it runs wherever the caller does.
 */
import { Edit, Language, Parser } from 'web-tree-sitter';
import type { Tree, TreeCursor } from 'web-tree-sitter';
import type { SyntaxNode } from './node.ts';

/** The bytes of `web-tree-sitter.wasm` and of `chat_template.wasm`. */
export interface WasmBytes {
  readonly runtime: Uint8Array;
  readonly grammar: Uint8Array;
}

/** A replaced range of the text before the edit: UTF-16 offsets. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One document's text with its tree. Call `dispose` when the document is closed. */
export interface SyntaxTree {
  readonly text: string;
  /** The tree as plain data, made when it is first asked for; it stays valid after `edit` and `dispose`. */
  readonly root: SyntaxNode;
  /** Applies edits one after the other (each in the text that the former one left) and parses again. */
  edit(edits: readonly TextEdit[]): void;
  dispose(): void;
}

export interface TemplateParser {
  parse(text: string): SyntaxTree;
}

/** Rejects where the bytes are not those of the runtime and the grammar. The runtime is initialised once a process. */
export async function createTemplateParser(wasm: WasmBytes): Promise<TemplateParser> {
  await Parser.init({ wasmBinary: wasm.runtime });
  const language = await Language.load(wasm.grammar);
  const parser = new Parser();
  parser.setLanguage(language);
  return { parse: (text) => new ParsedDocument(parser, language, text) };
}

class ParsedDocument implements SyntaxTree {
  private tree: Tree;
  private snapshot: SyntaxNode | null = null;

  constructor(
    private readonly parser: Parser,
    private readonly language: Language,
    public text: string,
  ) {
    this.tree = parsed(parser.parse(text));
  }

  get root(): SyntaxNode {
    return (this.snapshot ??= copyOf(this.tree, this.language));
  }

  edit(edits: readonly TextEdit[]): void {
    for (const edit of edits) {
      const after = this.text.slice(0, edit.start) + edit.text + this.text.slice(edit.end);
      this.tree.edit(
        new Edit({
          startIndex: edit.start,
          oldEndIndex: edit.end,
          newEndIndex: edit.start + edit.text.length,
          startPosition: pointAt(this.text, edit.start),
          oldEndPosition: pointAt(this.text, edit.end),
          newEndPosition: pointAt(after, edit.start + edit.text.length),
        }),
      );
      this.text = after;
    }
    const next = parsed(this.parser.parse(this.text, this.tree));
    this.tree.delete();
    this.tree = next;
    this.snapshot = null;
  }

  dispose(): void {
    this.tree.delete();
  }
}

/** A parse without a time limit always gives a tree; the binding's type says otherwise. */
function parsed(tree: Tree | null): Tree {
  if (!tree) throw new Error('The parser has no grammar.');
  return tree;
}

/** Zero-based line, and column in UTF-16 units. */
function pointAt(text: string, offset: number): { row: number; column: number } {
  let row = 0;
  let lineStart = 0;
  for (let i = text.indexOf('\n'); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) {
    row++;
    lineStart = i + 1;
  }
  return { row, column: offset - lineStart };
}

type MutableNode = { -readonly [Key in keyof SyntaxNode]: SyntaxNode[Key] } & { children: MutableNode[] };

/**
 * How deep the copy goes; what lies deeper is left out. Python gives up earlier, and what walks over the tree may
 * then call itself for each level.
 */
const MAX_DEPTH = 1_000;

/** One pass with a cursor: far fewer calls into WebAssembly than asking nodes for their children. */
function copyOf(tree: Tree, language: Language): SyntaxNode {
  const cursor = tree.walk();
  const root = nodeUnder(cursor, language, null);
  let parent = root;
  let depth = 1;
  let entered = cursor.gotoFirstChild();
  while (entered) {
    const node = nodeUnder(cursor, language, parent);
    parent.children.push(node);
    if (depth < MAX_DEPTH && cursor.gotoFirstChild()) {
      parent = node;
      depth++;
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent() || !parent.parent) {
        entered = false;
        break;
      }
      parent = parent.parent as MutableNode;
      depth--;
    }
  }
  cursor.delete();
  return root;
}

function nodeUnder(cursor: TreeCursor, language: Language, parent: MutableNode | null): MutableNode {
  return {
    kind: language.types[cursor.nodeTypeId] ?? 'ERROR',
    field: parent ? cursor.currentFieldName : null,
    start: cursor.startIndex,
    end: cursor.endIndex,
    named: cursor.nodeIsNamed,
    missing: cursor.nodeIsMissing,
    children: [],
    parent,
  };
}
