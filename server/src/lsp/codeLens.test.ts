import { fileURLToPath } from 'node:url';
import type { CodeLens } from 'vscode-languageserver';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { bundleWorker, TestClient } from './testing/client.ts';

const uri = 'file:///nowhere/chat_template.jinja';
let worker: string;
let client: TestClient;

beforeAll(() => {
  worker = bundleWorker(fileURLToPath(new URL('./testing/fakeWorker.ts', import.meta.url)));
});
afterEach(() => client.stop());

const start = async (delay = 5) => {
  client = await TestClient.start({ worker, syntaxError: () => null, delay });
};
const lenses = async () => client.request<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
const titles = async () => (await lenses()).map(({ command }) => command?.title);

test('above the first line stands the verdict, with the ways to look at it', async () => {
  await start();
  client.open(uri, 'it rewrites');
  await client.status(uri, ({ busy, summary }) => !busy && summary.startsWith('FAIL'));
  expect(await titles()).toEqual(['Preview Diff', 'Certify: FAIL append.tool', 'Tool Delta', 'Round Trip']);
  for (const { range, command } of await lenses()) {
    expect(range.start).toEqual({ line: 0, character: 0 });
    expect(command?.arguments).toEqual([uri]);
  }
});

test('the verdict of an older text is not shown, and the client is told of every new one', async () => {
  await start(200);
  client.open(uri, 'it rewrites');
  await client.status(uri, ({ busy, summary }) => !busy && summary.startsWith('FAIL'));
  const before = client.lensRefreshes;
  client.edit(uri, 'it rewrites', 'rewrites', 'keeps', 2);
  expect(await titles()).toContain('Certify: checking');
  await client.status(uri, ({ version, busy }) => version === 2 && !busy);
  expect(await titles()).toContain('Certify: 1 PASS (text only)');
  await client.until(() => client.lensRefreshes > before);
});

test('a document that is not open has none', async () => {
  await start();
  expect(await lenses()).toEqual([]);
});
