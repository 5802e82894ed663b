import type { CodeAction } from 'vscode-languageserver';
import { describe, expect, test } from 'vitest';
import type { TestClient } from './testing/client.ts';
import { eachInItsFolder, folder, start, uri, withTokenizer } from './testing/place.ts';

eachInItsFolder();

describe('code actions', () => {
  const range = { start: { line: 0, character: 5 }, end: { line: 0, character: 5 } };
  const ask = (client: TestClient, only?: string[]) =>
    client.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range,
      context: { diagnostics: [], only },
    });

  test('a proven fix says what it repairs and what it changes', async () => {
    const client = await start();
    client.open(uri, 'it rewrites');
    const [fix, preview] = await ask(client);
    expect(fix?.title).toBe('Keep history: append.tool passes, none of 7 ordinary renders changes');
    expect(fix?.diagnostics?.map(({ code }) => code)).toEqual(['CT101']);
    expect(fix?.isPreferred).toBe(true);
    expect(fix?.edit).toEqual({
      documentChanges: [
        {
          textDocument: { uri, version: 1 },
          edits: [
            {
              range: { start: { line: 0, character: 3 }, end: { line: 0, character: 11 } },
              newText: 'keeps',
            },
          ],
        },
      ],
    });
    expect(preview?.command).toEqual({
      title: 'Preview Fix',
      command: 'chatTemplate.previewFix',
      arguments: [uri, 1, 0],
    });
  });

  test('none away from the finding', async () => {
    const client = await start();
    client.open(uri, '                 it rewrites');
    expect(await ask(client)).toEqual([]);
  });

  test('fix all applies one proven fix after the other', async () => {
    const client = await start();
    client.open(uri, 'it rewrites and rewrites');
    const [action] = await ask(client, ['source.fixAll']);
    expect(action?.kind).toBe('source.fixAll.chatTemplate');
    expect(action?.edit?.documentChanges).toEqual([
      {
        textDocument: { uri, version: 1 },
        edits: [
          {
            range: { start: { line: 0, character: 3 }, end: { line: 0, character: 23 } },
            newText: 'keeps and keep',
          },
        ],
      },
    ]);
  });

  test('the proof can be read before', async () => {
    const client = await start();
    client.open(uri, 'it rewrites');
    const proof = await client.ask('chatTemplate/fixProof', { uri, version: 1, fix: 0 });
    expect(proof?.markdown).toContain('-it rewrites\n');
    expect(proof?.markdown).toContain('| **append.tool** | FAIL | **PASS** |');
    expect(await client.ask('chatTemplate/fixProof', { uri, version: 2, fix: 0 })).toBeNull();
  });
});

describe('panels', () => {
  test('are given models of the newest text', async () => {
    withTokenizer('{}');
    const client = await start();
    client.open(uri, 'nothing');
    expect(await client.ask('chatTemplate/tokenDiff', { uri, choice: 'append.user' })).toMatchObject({
      templateName: 'chat_template.jinja',
      tokenizer: folder,
      choice: 'append.user',
    });
    expect(await client.ask('chatTemplate/toolDelta', { uri, toolResult: 'rain' })).toMatchObject({
      toolResult: 'rain',
    });
  });

  test('are told why there is nothing to show', async () => {
    const client = await start();
    client.open(uri, 'broken');
    await expect(client.ask('chatTemplate/tokenDiff', { uri })).rejects.toThrow('it is broken');
    await expect(client.ask('chatTemplate/tokenDiff', { uri: `${uri}2` })).rejects.toThrow('not open');
  });
});
