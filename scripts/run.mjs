/**
 * Runs a TypeScript file of the checkout: bundles it into .cache/run/ and executes it, so that no other runtime is
 * needed. `run.mjs FILE.ts ARGS…`; where FILE is a folder, the next argument names a file in it (`bench tokenizer`).
 */
import { build } from 'esbuild';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cache, root } from './lib/paths.mjs';
import { Trouble, exitCode, main } from './lib/process.mjs';

/** A bundled module still asks where *it* lies, not where the bundle does. */
const ownAddress = {
  name: 'own-address',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
    }));
  },
};

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
    plugins: [ownAddress],
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
