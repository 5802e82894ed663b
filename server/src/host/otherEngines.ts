/** Every other engine that runs here, told the time that a certificate is made at. */
import { certificateClock } from '../certify/subject.ts';
import { strftime } from '../jinja/builtins/format/strftime.ts';
import type { Engine, EngineId } from '../jinja/engines/engine.ts';
import { ENGINE_IDS, startEngine } from '../jinja/engines/registry.ts';
import { nodeEngineLoaders } from './nodeEngines.ts';
import { shippedFile } from './shippedFile.ts';

const MINIJINJA_IN_CHECKOUT = '../../../node_modules/minijinja-js/dist/bundler/minijinja_js_bg.wasm';

/** `failures`: engines that can't run here, with why. */
export async function otherEngines(
  ids: readonly EngineId[] = ENGINE_IDS,
): Promise<{ engines: readonly Engine[]; failures: readonly string[] }> {
  const clock = new Date(certificateClock);
  const loaders = nodeEngineLoaders(shippedFile('minijinja.wasm', MINIJINJA_IN_CHECKOUT));
  const settings = { strftimeNow: (format: string) => strftime(clock, format) };
  const started = await Promise.all(
    ids.map(async (id) => ({ id, ...(await startEngine(id, loaders, settings)) })),
  );
  return {
    engines: started.flatMap(({ engine }) => (engine === null ? [] : [engine])),
    failures: started.flatMap(({ id, failure }) => (failure === null ? [] : [`${id}: ${failure}`])),
  };
}
