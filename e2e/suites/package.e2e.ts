/** What people download: everything the extension reads, and nothing else. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

const needed = [
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'media/icon.png',
  'dist/client/extension.cjs',
  'dist/server/main.cjs',
  'dist/server/worker.cjs',
  'dist/cli.mjs',
  'dist/webview/main.js',
  'dist/webview/main.css',
  'dist/chat_template.wasm',
  'dist/web-tree-sitter.wasm',
  'dist/THIRD-PARTY-NOTICES.txt',
  'dist/kit/tito_kit.py',
  'dist/kit/titoKit.ts',
  'syntaxes/chat-template.tmLanguage.json',
  'syntaxes/language-configuration.json',
  'docs/rules/CT101.md',
];

const allowed =
  /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|media\/icon\.(png|svg)|dist\/.*\.(cjs|mjs|js|css|ttf|wasm|py|txt)|dist\/kit\/\w+\.ts|schemas\/[\w.]+\.json|syntaxes\/[\w.-]+\.json|docs\/(rules|properties)\/[\w.-]+\.md)$/;

describe('the packed extension', () => {
  const files = execFileSync(
    process.execPath,
    [join(root, 'node_modules/@vscode/vsce/vsce'), 'ls', '--no-dependencies'],
    { cwd: root, encoding: 'utf8' },
  )
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

  it.each(needed)('has %s', (file) => {
    expect(files).toContain(file);
  });

  it('has nothing else that does not belong there', () => {
    expect(files.filter((file) => !allowed.test(file))).toEqual([]);
  });
});
