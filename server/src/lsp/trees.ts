/** The editor's tree of each open document: edited as the text is, parsed again when it is next asked for. */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { SyntaxTree, TemplateParser, TextEdit } from '../language/syntaxTree.ts';
import type { DocumentListener } from './checks.ts';

interface Held {
  readonly tree: SyntaxTree;
  /** Edits that the tree does not have yet. */
  pending: TextEdit[];
}

export class Trees implements DocumentListener {
  private readonly held = new Map<string, Held>();

  constructor(
    private readonly parser: Promise<TemplateParser>,
    private readonly document: (uri: string) => TextDocument | undefined,
  ) {}

  /** Of the newest text; null where the document is not open. Rejects where the parser could not be loaded. */
  async of(uri: string): Promise<SyntaxTree | null> {
    const parser = await this.parser;
    const document = this.document(uri);
    if (!document) return null;
    const held = this.held.get(uri);
    if (!held) return this.hold(uri, parser.parse(document.getText()));
    if (held.pending.length > 0) held.tree.edit(held.pending);
    held.pending = [];
    return held.tree;
  }

  edited({ uri }: TextDocument, edit: TextEdit): void {
    this.held.get(uri)?.pending.push(edit);
  }

  closed(uri: string): void {
    this.held.get(uri)?.tree.dispose();
    this.held.delete(uri);
  }

  private hold(uri: string, tree: SyntaxTree): SyntaxTree {
    this.held.set(uri, { tree, pending: [] });
    return tree;
  }
}
