/** Bundles everything that ships into dist/. `--watch` rebuilds on change. */
import { build, context } from 'esbuild';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { noticesOf } from './scripts/lib/notices.mjs';

const shared = {
  bundle: true,
  sourcemap: 'linked',
  sourcesContent: false,
  // Names stay: a stack trace in a bug report should say which function.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

const node = {
  ...shared,
  platform: 'node',
  target: 'node20',
  // Its other build asks for its parts in a way that no bundler sees.
  alias: { 'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js' },
};

/** CommonJS has no import.meta; whoever asks for it gets the bundle's own address. */
const commonjs = {
  ...node,
  format: 'cjs',
  banner: { js: "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': 'importMetaUrl', 'import.meta.dirname': '__dirname' },
};

const bundles = [
  {
    ...commonjs,
    entryPoints: ['client/src/extension.ts'],
    outfile: 'dist/client/extension.cjs',
    external: ['vscode'],
  },
  { ...commonjs, entryPoints: ['server/src/main.ts'], outfile: 'dist/server/main.cjs' },
  { ...commonjs, entryPoints: ['server/src/worker/worker.ts'], outfile: 'dist/server/worker.cjs' },
  {
    ...node,
    entryPoints: ['server/src/cli.ts'],
    outfile: 'dist/cli.mjs',
    format: 'esm',
    banner: {
      js: [
        '#!/usr/bin/env node',
        "import{createRequire as createRequireOfBundle}from'node:module';",
        'const require=createRequireOfBundle(import.meta.url);',
      ].join('\n'),
    },
  },
  {
    ...shared,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    entryPoints: ['webview/src/main.tsx'],
    outfile: 'dist/webview/main.js',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.ttf': 'file', '.svg': 'dataurl' },
    assetNames: '[name]',
  },
];

/** Read at run time, beside the bundles. */
const assets = [
  ['syntaxes/tree-sitter/chat_template.wasm', 'dist/chat_template.wasm'],
  ['server/python/render.py', 'dist/python/render.py'],
  ['server/kit', 'dist/kit'],
  ['node_modules/web-tree-sitter/web-tree-sitter.wasm', 'dist/web-tree-sitter.wasm'],
  ['node_modules/minijinja-js/dist/bundler/minijinja_js_bg.wasm', 'dist/minijinja.wasm'],
];

const present = bundles.filter(({ entryPoints: [entry] }) => existsSync(entry));

rmSync('dist', { recursive: true, force: true });
for (const [from, to] of assets.filter(([from]) => existsSync(from))) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}

if (process.argv.includes('--watch')) {
  for (const options of present) await (await context(options)).watch();
  console.log(`watching ${present.length} bundles`);
} else {
  // What is wrong was told by esbuild already, with its place.
  const results = await Promise.all(present.map((options) => build(options))).catch(() => process.exit(1));
  writeFileSync('dist/THIRD-PARTY-NOTICES.txt', noticesOf(results.map((result) => result.metafile)));
  for (const { metafile } of results)
    for (const [file, { bytes }] of Object.entries(metafile.outputs))
      if (!file.endsWith('.map')) console.log(`${file}  ${(bytes / 1024).toFixed(0)} kB`);
}
