/** Every other engine that runs here, told the time that a certificate is made at. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { certificateClock } from '../certify/subject.ts';
import { strftime } from '../jinja/builtins/format/strftime.ts';
import type { Engine } from '../jinja/engines/engine.ts';
import { ENGINE_IDS, startEngine } from '../jinja/engines/registry.ts';
import { nodeEngineLoaders } from './nodeEngines.ts';

/** `failures`: engines that can't run here, with why. */
export async function otherEngines(): Promise<{ engines: readonly Engine[]; failures: readonly string[] }> {
  const clock = new Date(certificateClock);
  const loaders = nodeEngineLoaders(minijinjaWasm());
  const settings = { strftimeNow: (format: string) => strftime(clock, format) };
  const started = await Promise.all(
    ENGINE_IDS.map(async (id) => ({ id, ...(await startEngine(id, loaders, settings)) })),
  );
  return {
    engines: started.flatMap(({ engine }) => (engine === null ? [] : [engine])),
    failures: started.flatMap(({ id, failure }) => (failure === null ? [] : [`${id}: ${failure}`])),
  };
}

/** Beside the bundle; in the packages of the checkout where nothing was bundled. */
function minijinjaWasm(): string {
  const bundled = path.join(import.meta.dirname, 'minijinja.wasm');
  const inPackages = '../../../node_modules/minijinja-js/dist/bundler/minijinja_js_bg.wasm';
  return existsSync(bundled) ? bundled : path.join(import.meta.dirname, inPackages);
}
