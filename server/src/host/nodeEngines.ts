/** The other engines' code, where Node finds it. */
import { readFile } from 'node:fs/promises';
import type { HuggingfaceJinja } from '../jinja/engines/huggingfaceJinja.ts';
import type { EngineLoaders } from '../jinja/engines/registry.ts';

/** `minijinjaWasm`: path of minijinja's WebAssembly. */
export function nodeEngineLoaders(minijinjaWasm: string): EngineLoaders {
  return {
    'huggingface-jinja': async () => (await import('@huggingface/jinja')) as unknown as HuggingfaceJinja,
    minijinja: async () => ({
      bindings: await import('minijinja-js/dist/bundler/minijinja_js_bg.js'),
      module: await WebAssembly.compile(await readFile(minijinjaWasm)),
    }),
  };
}
