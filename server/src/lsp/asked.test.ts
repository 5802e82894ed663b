import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CancellationTokenSource } from 'vscode-languageserver';
import type { Diagnostic } from 'vscode-languageserver';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { load } from '../jinja/index.ts';
import { fakePython } from '../testing/fakePython.ts';
import { bundleWorker, TestClient } from './testing/client.ts';

let worker: string;
let folder: string;
let uri: string;
let client: TestClient;

beforeAll(() => {
  worker = bundleWorker(fileURLToPath(new URL('./testing/fakeWorker.ts', import.meta.url)));
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chat-template-asked-'));
  uri = pathToFileURL(join(folder, 'chat_template.jinja')).href;
  client = await TestClient.start({ worker, folder, syntaxError: (source) => load(source).error });
});
afterEach(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

const shown = (): readonly Diagnostic[] => client.published.at(-1)?.diagnostics ?? [];
const codes = () => shown().map(({ code }) => code);

describe.runIf(process.platform !== 'win32')('confirm with Python', () => {
  test('says who confirmed, in the status too, until the next edit', async () => {
    client.settings.python = fakePython(folder, 'fine');
    client.open(uri, 'it is sound');
    const answer = await client.ask('chatTemplate/confirmWithPython', { uri });
    expect(answer).toEqual({
      agreed: true,
      message:
        'chat_template.jinja: confirmed by Jinja2 3.1.99 (Python 3.99.0, no transformers): 1 of 1 render.',
    });
    await client.status(uri, ({ confirmedBy }) => confirmedBy === 'Jinja2 3.1.99');
    expect(client.log).toContain(answer.message);
    client.edit(uri, 'it is sound', 'sound', 'otherwise', 2);
    await client.status(uri, ({ version, busy, confirmedBy }) => version === 2 && !busy && !confirmedBy);
  });

  test('shows what it disagrees with beside what was found, until the next edit', async () => {
    client.settings.python = fakePython(folder, 'fire');
    client.open(uri, 'it rewrites');
    const answer = await client.ask('chatTemplate/confirmWithPython', { uri });
    expect(answer).toMatchObject({
      agreed: false,
      message: expect.stringContaining('0 of 1 render') as string,
    });
    await client.until(() => codes().includes('CT003'));
    expect(codes()).toEqual(['CT101', 'CT003']);
    expect(shown()[1]).toMatchObject({
      severity: 1,
      message: expect.stringContaining('"re" where') as string,
    });
    // Asked again, it stands there once.
    await client.ask('chatTemplate/confirmWithPython', { uri });
    await client.until(() => codes().length === 2);
    client.edit(uri, 'it rewrites', 'it', 'still', 2);
    await client.until(() => client.published.at(-1)?.version === 2);
    expect(codes()).toEqual(['CT101']);
  });

  test('confirms a refusal', async () => {
    client.settings.python = fakePython(folder, 'text');
    client.open(uri, '{% if %}');
    const { agreed } = await client.ask('chatTemplate/confirmWithPython', { uri });
    expect(agreed).toBe(false);
    await client.until(() => codes().includes('CT003'));
    expect(codes()).toEqual(['CT001', 'CT003']);
  });

  test('can be cancelled while Python does not answer', async () => {
    client.settings.python = '/bin/cat';
    client.open(uri, 'it is sound');
    const source = new CancellationTokenSource();
    const asked = client.ask('chatTemplate/confirmWithPython', { uri }, source.token);
    source.cancel();
    await expect(asked).rejects.toThrow();
  });
});

test('no Python is told with what to do', async () => {
  client.settings.python = 'no-such-python';
  client.open(uri, 'it is sound');
  await expect(client.ask('chatTemplate/confirmWithPython', { uri })).rejects.toThrow(
    /"no-such-python".*Choose an interpreter with Jinja2/,
  );
});

test('other engines are compared, and those that are missing are told', async () => {
  client.open(uri, 'it differs');
  const answer = await client.ask('chatTemplate/compareEngines', { uri });
  expect(answer).toEqual({
    agreed: false,
    message:
      "chat_template.jinja: other bytes from fake 1.0: compared on 3 renders; can't run here: other: it is not installed.",
  });
  await client.until(() => codes().includes('CT802'));
  const edited = client.edit(uri, 'it differs', 'differs', 'agrees', 2);
  await client.until(() => client.published.at(-1)?.version === 2);
  expect([edited, codes()]).toEqual(['it agrees', []]);
  expect(await client.ask('chatTemplate/compareEngines', { uri })).toMatchObject({ agreed: true });
});
