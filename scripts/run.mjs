/**
 * Runs a TypeScript file of the checkout: bundles it into .cache/run/ and executes it, so that no other runtime is
 * needed. `run.mjs FILE.ts ARGS…`; where FILE is a folder, the next argument names a file in it (`bench tokenizer`).
 */
import { build } from 'esbuild';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { cache, root } from './lib/paths.mjs';
import { Trouble, exitCode, main } from './lib/process.mjs';

await main(async () => {
  const [file, args] = chosenFile(process.argv.slice(2));
  // Beside node_modules, so that packages left out of the bundle are found.
  const bundle = join(cache, 'run', `${relative(root, file).replaceAll(/[^\w]+/g, '-')}.mjs`);
  await build({
    entryPoints: [file],
    outfile: bundle,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'inline',
    define: { 'import.meta.dirname': JSON.stringify(join(file, '..')) },
    logLevel: 'warning',
  });
  return exitCode(process.execPath, ['--enable-source-maps', bundle, ...args]);
});

function chosenFile([path, ...args]) {
  const full = path && join(root, path);
  if (!full || !existsSync(full))
    throw new Trouble(`No such file in the checkout: ${path ?? '(none was named)'}`);
  if (!statSync(full).isDirectory()) return [full, args];
  const names = readdirSync(full)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => basename(name, '.ts'));
  const [name, ...rest] = args;
  if (!names.includes(name)) throw new Trouble(`Name one of: ${names.join(', ')}`);
  return [join(full, `${name}.ts`), rest];
}
