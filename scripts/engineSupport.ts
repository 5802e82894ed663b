/**
 * Tries every feature on other versions of the engines too, and writes what they lack to
 * server/src/jinja/engines/support.json. `engineSupport.ts [FOLDER…]`: folders of installed packages
 * (`…/node_modules/@huggingface/jinja`); the versions in this checkout are always tried.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeEngineLoaders } from '../server/src/host/nodeEngines.ts';
import { huggingfaceJinja } from '../server/src/jinja/engines/huggingfaceJinja.ts';
import type { HuggingfaceJinja } from '../server/src/jinja/engines/huggingfaceJinja.ts';
import { minijinja } from '../server/src/jinja/engines/minijinja.ts';
import { supportOf } from '../server/src/jinja/engines/probe.ts';
import type { EngineSupport } from '../server/src/jinja/engines/support.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'server/src/jinja/engines/support.json');
const settings = { strftimeNow: (format: string) => format };
const installed = ['@huggingface/jinja', 'minijinja-js'].map((name) => join(root, 'node_modules', name));
const found: Record<string, Record<string, EngineSupport>> = { 'huggingface-jinja': {}, minijinja: {} };

for (const folder of [...process.argv.slice(2), ...installed]) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  if (name === 'minijinja-js') {
    const wasm = join(folder, 'dist/bundler/minijinja_js_bg.wasm');
    const bindings = (await import(
      pathToFileURL(join(folder, 'dist/bundler/minijinja_js_bg.js')).href
    )) as Awaited<ReturnType<ReturnType<typeof nodeEngineLoaders>['minijinja']>>['bindings'];
    const { module } = await nodeEngineLoaders(wasm).minijinja();
    found.minijinja![version] = supportOf(minijinja({ bindings, module }, settings));
  } else {
    const library = (await import(pathToFileURL(join(folder, 'dist/index.js')).href)) as HuggingfaceJinja;
    found['huggingface-jinja']![version] = supportOf(huggingfaceJinja(library, settings));
  }
}
writeFileSync(file, JSON.stringify(found, null, 2) + '\n');
for (const [engine, versions] of Object.entries(found))
  for (const [version, { lacks, differs }] of Object.entries(versions))
    console.log(`${engine} ${version}: lacks ${lacks.length}, differs in ${differs.length}`);
