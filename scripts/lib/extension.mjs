/** From sources to the packed extension. */
import { join } from 'node:path';
import { logs, root, vsix } from './paths.mjs';
import { run } from './process.mjs';
import { unlessDone } from './stamps.mjs';

const SOURCES = [
  'client',
  'server',
  'webview',
  'protocol',
  'syntaxes',
  'scripts/lib/notices.mjs',
  'esbuild.config.mjs',
  'package.json',
  'package-lock.json',
];

const PACKED = [
  ...SOURCES,
  'media',
  'schemas',
  'docs/rules',
  'docs/properties',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  '.vscodeignore',
];

export const build = () =>
  unlessDone('build', { inputs: SOURCES, outputs: [join(root, 'dist/client/extension.cjs')] }, () =>
    run(process.execPath, ['esbuild.config.mjs'], { cwd: root, log: join(logs, 'build.log') }),
  );

export const pack = () =>
  unlessDone('pack', { inputs: PACKED, outputs: [vsix] }, () =>
    run(
      process.execPath,
      [
        'node_modules/@vscode/vsce/vsce',
        'package',
        '--no-dependencies',
        '--allow-missing-repository',
        '--no-rewrite-relative-links',
        '--out',
        vsix,
      ],
      { cwd: root, log: join(logs, 'vsce.log') },
    ),
  );
