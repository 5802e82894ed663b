/** A server per test, over a folder of its own with one template. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Diagnostic } from 'vscode-languageserver';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import type { TemplateError } from '../../jinja/api.ts';
import { bundleWorker, TestClient, type ClientOptions, type Published } from './client.ts';

/** A line `broken` does not parse: these tests are about the server, not about templates. */
const syntaxError = (source: string): TemplateError | null => {
  const start = source.indexOf('broken');
  if (start < 0) return null;
  const span = { start, end: start + 6 };
  return { type: 'TemplateSyntaxError', message: 'it is broken', phase: 'parse', span };
};

let worker: string;
let client: TestClient | undefined;
export let folder: string;
/** Of the template. */
export let uri: string;

/** Call at the top of a test file. */
export function eachInItsFolder(): void {
  beforeAll(() => {
    worker = bundleWorker(fileURLToPath(new URL('./fakeWorker.ts', import.meta.url)));
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'chat-template-lsp-'));
    uri = pathToFileURL(join(folder, 'chat_template.jinja')).href;
  });
  afterEach(async () => {
    await client?.stop();
    rmSync(folder, { recursive: true });
  });
}

export async function start(options: Partial<ClientOptions> = {}): Promise<TestClient> {
  client = await TestClient.start({ worker, syntaxError, folder, ...options });
  return client;
}

export const withTokenizer = (text: string) => writeFileSync(join(folder, 'tokenizer.json'), text);
export const files = () => ({
  changes: [{ uri: pathToFileURL(join(folder, 'tokenizer.json')).href, type: 2 as const }],
});
export const messages = (list: readonly Diagnostic[]) => list.map(({ message }) => message);
export const seenBy = (tokenizer: string) => (p: Published) =>
  p.diagnostics[0]?.message === `history is rewritten (${tokenizer})`;
