/** The house's invariants are lint rules; these are the tests of the rules: each must find what it forbids. */
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const eslint = new ESLint({
  cwd: root,
  // Snippets are in no TypeScript project; the rule that needs one is not about architecture.
  overrideConfig: {
    languageOptions: { parserOptions: { projectService: false } },
    rules: { '@typescript-eslint/no-floating-promises': 'off' },
  },
});

async function complaints(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: join(root, filePath) });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
}

const forbidden = [
  ['the core has no file system', 'server/src/rules/probe.ts', "export { readFileSync } from 'node:fs';"],
  [
    'the core has no editor',
    'server/src/certify/probe.ts',
    "export { Diagnostic } from 'vscode-languageserver';",
  ],
  ['the core has no vscode', 'server/src/jinja/probe.ts', "export { window } from 'vscode';"],
  ['the core has no clock', 'server/src/jinja/probe.ts', 'export const now = Date.now();'],
  ['the core has no date of today', 'server/src/jinja/probe.ts', 'export const now = new Date();'],
  ['the core has no stopwatch', 'server/src/fix/probe.ts', 'export const now = performance.now();'],
  ['the core has no chance', 'server/src/conversation/probe.ts', 'export const dice = Math.random();'],
  ['the core has no network', 'server/src/tokenizer/probe.ts', "export const page = fetch('x');"],
  ['the core has no timers', 'server/src/certify/probe.ts', 'setTimeout(() => 1);'],
  ['the core has no process', 'server/src/certify/probe.ts', 'export const { env } = process;'],
  ['the core knows no layer above', 'server/src/fix/probe.ts', "export { x } from '../lsp/server.ts';"],
  ['only downloads ask the network', 'server/src/lsp/probe.ts', "export const page = fetch('x');"],
  ['the server has no vscode', 'server/src/lsp/probe.ts', "export { window } from 'vscode';"],
  [
    'the server knows no panel',
    'server/src/lsp/probe.ts',
    "export { x } from '../../../webview/src/app/App.tsx';",
  ],
  [
    'the client has no logic of templates',
    'client/src/probe.ts',
    "export { x } from '../../server/src/jinja/index.ts';",
  ],
  ['panels know no server', 'webview/src/probe.ts', "export { x } from '../../server/src/jinja/index.ts';"],
  ['panels have UI libraries only', 'webview/src/probe.ts', "export { x } from 'diff';"],
  ['protocol/ has no values', 'protocol/probe.ts', 'export const version = 1;'],
  [
    'protocol/ depends on nothing',
    'protocol/probe.ts',
    "export type { X } from '../server/src/jinja/api.ts';",
  ],
  ['no test is left out', 'server/src/jinja/probe.test.ts', "it.skip('renders', () => {});"],
  ['no test runs alone', 'server/src/jinja/probe.test.ts', "it.only('renders', () => {});"],
] as const;

const allowed = [
  [
    'dates that were passed in',
    'server/src/jinja/probe.ts',
    'export const day = (ms: number) => new Date(ms);',
  ],
  ['files in tests of the core', 'server/src/jinja/probe.test.ts', "export { readFileSync } from 'node:fs';"],
  [
    'types of the protocol in panels',
    'webview/src/probe.ts',
    "export type { Span } from '../../protocol/views.ts';",
  ],
  ['preact in panels', 'webview/src/probe.ts', "export { useState } from 'preact/hooks';"],
  ['vscode in the client', 'client/src/probe.ts', "export { window } from 'vscode';"],
  [
    'downloads in the client, where proxies are known',
    'client/src/probe.ts',
    "export { pull } from '../../server/src/hub/index.ts';",
  ],
] as const;

describe('lint holds the architecture', () => {
  it.each(forbidden)('%s', async (_, file, code) => {
    expect(await complaints(file, code)).toHaveLength(1);
  });

  it.each(allowed)('allows %s', async (_, file, code) => {
    expect(await complaints(file, code)).toEqual([]);
  });
});
