/** The engines that can run side by side with ours. A new one is a file and a row here. */
import type { Engine, EngineId, EngineInfo, EngineSettings } from './engine.ts';
import { HUGGINGFACE_JINJA, huggingfaceJinja } from './huggingfaceJinja.ts';
import type { HuggingfaceJinja } from './huggingfaceJinja.ts';
import { MINIJINJA, minijinja } from './minijinja.ts';
import type { MinijinjaParts } from './minijinja.ts';

/** How the host gets hold of each engine's code; rejects where it can't. */
export interface EngineLoaders {
  readonly 'huggingface-jinja': () => Promise<HuggingfaceJinja>;
  readonly minijinja: () => Promise<MinijinjaParts>;
}

export const ENGINES: Readonly<Record<EngineId, EngineInfo>> = {
  'huggingface-jinja': HUGGINGFACE_JINJA,
  minijinja: MINIJINJA,
};

export const ENGINE_IDS = Object.keys(ENGINES) as readonly EngineId[];

const START: {
  readonly [Id in EngineId]: (loaders: EngineLoaders, settings: EngineSettings) => Promise<Engine>;
} = {
  'huggingface-jinja': async (loaders, settings) =>
    huggingfaceJinja(await loaders['huggingface-jinja'](), settings),
  minijinja: async (loaders, settings) => minijinja(await loaders.minijinja(), settings),
};

export type StartedEngine =
  | { readonly engine: Engine; readonly failure: null }
  /** Why the engine can't run here. */
  | { readonly engine: null; readonly failure: string };

/** Loads one engine. Never rejects. */
export async function startEngine(
  id: EngineId,
  loaders: EngineLoaders,
  settings: EngineSettings,
): Promise<StartedEngine> {
  try {
    return { engine: await START[id](loaders, settings), failure: null };
  } catch (failure) {
    return { engine: null, failure: failure instanceof Error ? failure.message : String(failure) };
  }
}
