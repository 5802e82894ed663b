import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  eachInItsFolder,
  files,
  folder,
  messages,
  seenBy,
  start,
  uri,
  withTokenizer,
} from './testing/place.ts';

eachInItsFolder();

describe('diagnostics', () => {
  test('say what was found, where, why, and where to read more', async () => {
    const client = await start();
    client.open(uri, 'é𝄞\n it rewrites');
    expect(await client.diagnostics(uri, (p) => p.diagnostics.length > 0)).toEqual([
      {
        range: { start: { line: 1, character: 4 }, end: { line: 1, character: 12 } },
        severity: 1,
        code: 'CT101',
        codeDescription: { href: 'https://example.org/CT101' },
        source: 'chat-template',
        message: 'history is rewritten (text)',
        relatedInformation: [
          {
            location: { uri, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } } },
            message: 'it began here',
          },
        ],
        data: { code: 'CT101', finding: 0, payload: { seenBy: 'text' } },
      },
    ]);
  });

  test('tell of another text of the template in the same folder', async () => {
    writeFileSync(join(folder, 'chat_template.jinja'), 'it keeps');
    writeFileSync(join(folder, 'tokenizer_config.json'), '{"chat_template": "it rewrites"}');
    const client = await start();
    client.open(uri, 'it keeps');
    const [diagnostic] = await client.diagnostics(uri, (p) => p.diagnostics.length > 0);
    expect(diagnostic).toMatchObject({ code: 'CT951', severity: 1 });
    client.edit(uri, 'it keeps', 'keeps', 'rewrites', 2);
    const edited = await client.diagnostics(uri, (p) => p.version === 2);
    expect(edited.map(({ code }) => code)).toEqual(['CT101']);
  });

  test('follow edits', async () => {
    const client = await start();
    client.open(uri, 'it rewrites');
    await client.diagnostics(uri, (p) => p.diagnostics.length === 1);
    client.edit(uri, 'it rewrites', 'rewrites', 'keeps', 2);
    expect(await client.diagnostics(uri, (p) => p.version === 2)).toEqual([]);
  });

  test('a syntax error is told at once and replaces what was found before', async () => {
    const client = await start({ delay: 60_000 });
    client.open(uri, 'it rewrites');
    await client.diagnostics(uri, (p) => p.diagnostics.length === 1);
    client.edit(uri, 'it rewrites', 'it', 'broken', 2);
    const found = await client.diagnostics(uri, (p) => p.version === 2);
    expect(found.map(({ code, message, range }) => [code, message, range.end.character])).toEqual([
      ['CT001', 'TemplateSyntaxError: it is broken', 6],
    ]);
    expect((await client.status(uri, (s) => s.version === 2 && !s.busy)).summary).toBe('syntax error');
  });

  test('and goes when it is mended', async () => {
    const client = await start();
    client.open(uri, 'broken rewrites');
    await client.diagnostics(uri, (p) => p.diagnostics[0]?.code === 'CT001');
    client.edit(uri, 'broken rewrites', 'broken', 'mended', 2);
    expect(messages(await client.diagnostics(uri, (p) => p.version === 2))).toEqual([
      'history is rewritten (text)',
    ]);
  });

  test('of a version that was overtaken are never shown', async () => {
    const client = await start({ delay: 20 });
    let text = 'it rewrites 0';
    client.open(uri, text);
    for (let version = 2; version < 12; version++)
      text = client.edit(uri, text, String(version - 2), String(version - 1), version);
    await client.diagnostics(uri, (p) => p.version === 11);
    const versions = client.published.map(({ version }) => version ?? 0);
    expect(versions.at(-1)).toBe(11);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(versions.length).toBeLessThan(4);
  });

  test('follow the config file', async () => {
    const client = await start();
    client.open(uri, 'it rewrites');
    await client.diagnostics(uri, (p) => p.diagnostics.length === 1);
    const config = join(folder, 'chat-template.config.json');
    writeFileSync(config, '{ "severities": { "CT101": "off" }, "use": "fun" }');
    client.notify('workspace/didChangeWatchedFiles', {
      changes: [{ uri: pathToFileURL(config).href, type: 1 }],
    });
    await client.until(() => client.published.at(-1)?.diagnostics.length === 0);
    expect(client.errors).toEqual([expect.stringContaining(`${config}:1:`)]);
  });

  test('follow the conversations that the config file names', async () => {
    mkdirSync(join(folder, 'talks'));
    const talk = join(folder, 'talks/mine.json');
    writeFileSync(talk, '[{ "role": "user", "content": "hello" }]');
    writeFileSync(join(folder, 'chat-template.config.json'), '{ "conversations": ["talks/*.json"] }');
    const client = await start();
    client.open(uri, 'it rewrites');
    await client.diagnostics(uri, (p) => p.diagnostics.length === 1);
    client.notify('workspace/didChangeWatchedFiles', {
      changes: [{ uri: pathToFileURL(join(folder, 'package.json')).href, type: 2 }],
    });
    writeFileSync(talk, '[{ "role": "user", ');
    client.notify('workspace/didChangeWatchedFiles', {
      changes: [{ uri: pathToFileURL(talk).href, type: 2 }],
    });
    await client.until(() => client.errors.length > 0);
    expect(client.errors).toEqual([expect.stringContaining('talks/mine.json:1:20: this is not JSON')]);
  });

  test('are taken away when the document is closed', async () => {
    const client = await start();
    client.open(uri, 'it rewrites');
    await client.diagnostics(uri, (p) => p.diagnostics.length === 1);
    client.close(uri);
    await client.until(() => client.published.at(-1)?.diagnostics.length === 0);
  });
});

describe('pulled diagnostics', () => {
  test('wait for the first answer, then say that more has come', async () => {
    withTokenizer('{"slow": 100}');
    const client = await start({ pull: true });
    client.open(uri, 'it rewrites');
    const first = await client.pull(uri);
    expect(first.kind === 'full' && messages(first.items)).toEqual(['history is rewritten (text)']);
    await client.until(() => client.refreshes > 0);
    const second = await client.pull(uri, first.resultId);
    expect(second.kind === 'full' && messages(second.items)).toEqual([
      'history is rewritten ({"slow": 100})',
    ]);
    expect(await client.pull(uri, second.resultId)).toEqual({ kind: 'unchanged', resultId: second.resultId });
    expect(client.published).toEqual([]);
  });

  test('answer for the newest text', async () => {
    const client = await start({ pull: true, delay: 50 });
    client.open(uri, 'it rewrites');
    await client.pull(uri);
    client.edit(uri, 'it rewrites', 'it rewrites', 'nothing', 2);
    const report = await client.pull(uri);
    expect(report.kind === 'full' && report.items).toEqual([]);
  });

  test('are answered at once when cancelled, so that the client may ask anew', async () => {
    const client = await start({ pull: true, delay: 60_000 });
    client.open(uri, 'it rewrites');
    await client.pull(uri);
    client.edit(uri, 'it rewrites', 'it', 'this', 2);
    await expect(client.pullThenCancel(uri)).rejects.toThrow('Asked anew');
  });

  test('of a closed document are none', async () => {
    const client = await start({ pull: true });
    expect(await client.pull(uri)).toEqual({ kind: 'full', items: [] });
  });
});

describe('tokenizers', () => {
  test('findings on text come while the tokenizer loads, with tokens after', async () => {
    withTokenizer('{"slow": 300}');
    const client = await start();
    client.open(uri, 'it rewrites');
    await client.diagnostics(uri, seenBy('{"slow": 300}'));
    expect(client.published.map(({ diagnostics }) => diagnostics[0]?.message)).toEqual([
      'history is rewritten (text)',
      'history is rewritten ({"slow": 300})',
    ]);
    const status = await client.status(uri, ({ busy, tokenizer }) => !busy && tokenizer !== null);
    expect(status.tokenizer).toEqual({ source: folder, vocabulary: 13 });
    expect(status.verdicts).toEqual([{ property: 'append.tool', verdict: 'FAIL', byDesign: false }]);
    expect(status.summary).toBe('FAIL append.tool');
  });

  test('none: text is checked and the status says so', async () => {
    const client = await start();
    client.open(uri, 'nothing');
    const status = await client.status(uri, ({ busy }) => !busy);
    expect(status).toMatchObject({ tokenizer: null, tokenizerError: null, summary: '1 PASS (text only)' });
    expect(status.tokenizerMissing).toContain(folder);
  });

  test('broken: said once with its path, and the server lives on', async () => {
    withTokenizer('{"model": ');
    const client = await start();
    client.open(uri, 'it rewrites');
    const status = await client.status(uri, ({ busy }) => !busy);
    expect(status.tokenizerError).toContain(join(folder, 'tokenizer.json'));
    expect(messages(await client.diagnostics(uri, () => true))).toEqual(['history is rewritten (text)']);
    client.open(`${uri}2`, 'it rewrites');
    await client.status(`${uri}2`, ({ busy }) => !busy);
    expect(client.errors).toHaveLength(1);
    expect(client.errors[0]).toContain(join(folder, 'tokenizer.json'));
  });

  test('mended on disk: loaded again', async () => {
    withTokenizer('{"model": ');
    const client = await start();
    client.open(uri, 'it rewrites');
    await client.status(uri, ({ tokenizerError }) => tokenizerError !== null);
    withTokenizer('{}');
    client.notify('workspace/didChangeWatchedFiles', files());
    await client.diagnostics(uri, seenBy('{}'));
    await client.status(
      uri,
      ({ busy, tokenizer, tokenizerError }) => !busy && !!tokenizer && !tokenizerError,
    );
  });

  test('chosen by setting, relative to the workspace folder', async () => {
    withTokenizer('{}');
    const client = await start({ tokenizer: 'elsewhere' });
    client.open(uri, 'it rewrites');
    const status = await client.status(uri, ({ tokenizerError }) => tokenizerError !== null);
    expect(status.tokenizerError).toContain(join(folder, 'elsewhere'));
    client.settings = {};
    client.notify('workspace/didChangeConfiguration', { settings: null });
    await client.status(uri, ({ tokenizer }) => tokenizer?.source === folder);
  });
});

describe('the worker', () => {
  test('a newer text ends the check of an older one', async () => {
    const client = await start();
    client.open(uri, 'it spins');
    await client.status(uri, ({ busy }) => busy);
    client.edit(uri, 'it spins', 'spins', 'rewrites', 2);
    await client.diagnostics(uri, (p) => p.version === 2 && p.diagnostics.length === 1);
    expect(client.workers).toHaveLength(1);
  });

  test('a check that goes on too long is stopped and keeps the worker when it obeys', async () => {
    const client = await start({ limits: { certify: 100 } });
    client.open(uri, 'it spins');
    const found = await client.diagnostics(uri, () => true);
    expect(found.map(({ code }) => code)).toEqual(['CT002']);
    expect(found[0]?.message).toContain('0.1 s');
    expect(client.workers).toHaveLength(1);
  });

  test('one that does not obey is replaced, and other documents are not disturbed', async () => {
    withTokenizer('{}');
    const client = await start({ limits: { certify: 300 }, grace: 50 });
    client.open(`${uri}2`, 'it hangs');
    client.open(uri, 'it rewrites');
    await client.diagnostics(uri, seenBy('{}'));
    const found = await client.diagnostics(`${uri}2`, () => true);
    expect(found.map(({ code }) => code)).toEqual(['CT002']);
    client.edit(uri, 'it rewrites', 'it', 'this', 2);
    await client.diagnostics(uri, (p) => p.version === 2 && seenBy('{}')(p));
    expect(client.workers.length).toBeGreaterThan(1);
  });

  test('typing goes on while a template hangs', async () => {
    const client = await start({ limits: { certify: 60_000 }, grace: 50 });
    client.open(uri, 'it hangs');
    await client.status(uri, ({ busy }) => busy);
    client.edit(uri, 'it hangs', 'hangs', 'rewrites', 2);
    await client.diagnostics(uri, (p) => p.version === 2 && p.diagnostics.length === 1);
  });

  test('running out of memory costs the template that did it a finding', async () => {
    const client = await start({ heapLimit: 48 });
    client.open(uri, 'it grows');
    const found = await client.diagnostics(uri, () => true);
    expect(found.map(({ code }) => code)).toEqual(['CT002']);
    expect(found[0]?.message).toContain('memory');
    client.open(`${uri}2`, 'it rewrites');
    await client.diagnostics(`${uri}2`, ({ diagnostics }) => diagnostics[0]?.code === 'CT101');
  });

  test('a fault of the checker is told and logged', async () => {
    const client = await start();
    client.open(uri, 'it throws');
    const found = await client.diagnostics(uri, () => true);
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([['CT002', 2]]);
    await client.until(() => client.log.some((line) => line.includes('the certifier has a fault')));
  });
});
