import { TextDocument } from 'vscode-languageserver-textdocument';
import { expect, test } from 'vitest';
import type { SyntaxTree, TextEdit } from '../language/syntaxTree.ts';
import { recordingDocuments } from './documents.ts';
import { Trees } from './trees.ts';

/** A tree that is its text: what counts here is that edits reach it in order. */
function textTree(text: string): SyntaxTree & { disposed: boolean } {
  return {
    text,
    root: {
      kind: 'template',
      field: null,
      start: 0,
      end: 0,
      named: true,
      missing: false,
      children: [],
      parent: null,
    },
    disposed: false,
    edit(edits: readonly TextEdit[]) {
      for (const { start, end, text } of edits)
        (this as { text: string }).text = this.text.slice(0, start) + text + this.text.slice(end);
    },
    dispose() {
      this.disposed = true;
    },
  };
}

function setUp(text: string) {
  const documents = recordingDocuments((document, edit) => trees.edited(document, edit));
  const document = documents.create('file:///t.jinja', 'chat-template', 1, text);
  const trees = new Trees(Promise.resolve({ parse: textTree }), () => document);
  return { trees, document, change: documents.update };
}

const at = (line: number, start: number, end: number) => ({
  start: { line, character: start },
  end: { line, character: end },
});

test('edits reach the tree in order, by UTF-16 offsets', async () => {
  const { trees, document, change } = setUp('é𝄞 one\r\ntwo\n');
  const tree = await trees.of(document.uri);
  change(
    document,
    [
      { range: at(1, 0, 3), text: 'three\nfour' },
      { range: at(2, 0, 4), text: 'five' },
    ],
    2,
  );
  change(document, [{ range: at(0, 3, 7), text: '' }], 3);
  expect(await trees.of(document.uri)).toBe(tree);
  expect(tree?.text).toBe(document.getText());
  expect(tree?.text).toBe('é𝄞\r\nthree\nfive\n');
});

test('a whole new text is an edit too', async () => {
  const { trees, document, change } = setUp('old');
  await trees.of(document.uri);
  change(document, [{ text: 'all new' }], 2);
  expect((await trees.of(document.uri))?.text).toBe('all new');
});

test('a tree is made when it is first asked for, and released on close', async () => {
  const { trees, document, change } = setUp('old');
  change(document, [{ text: 'new' }], 2);
  const tree = (await trees.of(document.uri)) as ReturnType<typeof textTree>;
  expect(tree.text).toBe('new');
  trees.closed(document.uri);
  expect(tree.disposed).toBe(true);
});

test('documents of the library are changed in place', () => {
  const document = TextDocument.create('file:///t.jinja', 'chat-template', 1, 'a');
  expect(TextDocument.update(document, [{ text: 'b' }], 2)).toBe(document);
});
