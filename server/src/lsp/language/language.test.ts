import { fileURLToPath } from 'node:url';
import type {
  CompletionItem,
  DocumentHighlight,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  SelectionRange,
  SemanticTokens,
  SignatureHelp,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundleWorker, positionIn, TestClient } from '../testing/client.ts';

const CURSOR = '█';
const uri = 'untitled:chat_template.jinja';
let worker: string;
let client: TestClient;

beforeAll(() => {
  worker = bundleWorker(fileURLToPath(new URL('../testing/fakeWorker.ts', import.meta.url)));
});
beforeEach(async () => {
  client = await TestClient.start({ worker, syntaxError: () => null });
});
afterEach(() => client.stop());

/** Opens the text without its mark; asks `method` there. */
function ask<T>(method: string, marked: string, more: object = {}): Promise<T> {
  const offset = marked.indexOf(CURSOR);
  const text = marked.replace(CURSOR, '');
  client.open(uri, text);
  return client.request<T>(method, { textDocument: { uri }, position: positionIn(text, offset), ...more });
}

const template = `{%- macro turn(message) %}
{{ message.role }}
{%- endmacro %}
{%- for message in messages %}
{{ turn(message) }}
{%- endfor %}
`;

test('outline', async () => {
  const symbols = await ask<DocumentSymbol[]>('textDocument/documentSymbol', template);
  expect(symbols.map(({ name, range }) => [name, range.start.line, range.end.line])).toEqual([
    [expect.stringContaining('turn'), 0, 2],
    [expect.stringContaining('messages'), 3, 5],
  ]);
});

test('folds leave the closing tag in sight', async () => {
  const folds = await ask<FoldingRange[]>('textDocument/foldingRange', template);
  expect(folds.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
    [0, 1],
    [3, 4],
  ]);
});

test('selections grow', async () => {
  client.open(uri, template);
  const [selection] = await client.request<SelectionRange[]>('textDocument/selectionRange', {
    textDocument: { uri },
    positions: [positionIn(template, template.indexOf('role'))],
  });
  expect(selection?.range).toEqual({ start: { line: 1, character: 11 }, end: { line: 1, character: 15 } });
  expect(selection?.parent).toBeDefined();
});

test('semantic tokens', async () => {
  const { data } = await ask<SemanticTokens>('textDocument/semanticTokens/full', template);
  expect(data.length % 5).toBe(0);
  expect(data.slice(0, 3)).toEqual([0, 10, 4]);
});

test('highlights, definition, references', async () => {
  const marked = template.replace('turn(message) }}', `tu${CURSOR}rn(message) }}`);
  const highlights = await ask<DocumentHighlight[]>('textDocument/documentHighlight', marked);
  expect(highlights).toHaveLength(2);
  const position = { line: 4, character: 5 };
  const definition = await client.request<Location[]>('textDocument/definition', {
    textDocument: { uri },
    position,
  });
  expect(definition.map(({ range }) => range.start)).toEqual([{ line: 0, character: 10 }]);
  const references = await client.request<Location[]>('textDocument/references', {
    textDocument: { uri },
    position,
    context: { includeDeclaration: false },
  });
  expect(references.map(({ range }) => range.start)).toEqual([{ line: 4, character: 3 }]);
});

test('rename, in the version it was asked for', async () => {
  const marked = template.replace('turn(message) }}', `tu${CURSOR}rn(message) }}`);
  const edit = await ask<WorkspaceEdit>('textDocument/rename', marked, { newName: 'say' });
  const [change] = edit.documentChanges ?? [];
  expect(change).toMatchObject({
    textDocument: { uri, version: 1 },
    edits: [{ newText: 'say' }, { newText: 'say' }],
  });
});

test('a rename that would mean something else is refused with its reason', async () => {
  const marked = template.replace('turn(message) }}', `tu${CURSOR}rn(message) }}`);
  await expect(ask('textDocument/rename', marked, { newName: 'loop' })).rejects.toThrow('“loop”');
});

test('completion, also while the template is broken', async () => {
  const items = await ask<CompletionItem[]>('textDocument/completion', `{% if messages | le${CURSOR}`);
  const length = items.find(({ label }) => label === 'length');
  expect(length).toMatchObject({ textEdit: { newText: 'length' }, insertTextFormat: 1 });
});

test('completion follows edits', async () => {
  client.open(uri, '{{ x }}');
  await client.request('textDocument/documentSymbol', { textDocument: { uri } });
  client.edit(uri, '{{ x }}', ' x ', ' messages[0].', 2);
  const items = await client.request<CompletionItem[]>('textDocument/completion', {
    textDocument: { uri },
    position: { line: 0, character: 15 },
  });
  expect(items.map(({ label }) => label)).toContain('role');
});

test('hover', async () => {
  const hover = await ask<Hover>('textDocument/hover', `{{ messages | to${CURSOR}json }}`);
  expect(hover.range).toEqual({ start: { line: 0, character: 14 }, end: { line: 0, character: 20 } });
  expect(hover.contents).toMatchObject({ kind: 'markdown' });
});

test('parameters of a call', async () => {
  const help = await ask<SignatureHelp>('textDocument/signatureHelp', `${template}{{ turn(${CURSOR}) }}`);
  expect(help.signatures[0]?.parameters?.map(({ label }) => label)).toEqual(['message']);
});

test('nothing is said of a document that is not open', async () => {
  expect(
    await client.request('textDocument/hover', {
      textDocument: { uri },
      position: { line: 0, character: 0 },
    }),
  ).toBeNull();
});
