import type { EngineId } from './engine.ts';
import supported from './support.json' with { type: 'json' };

/** What one version of an engine can't do, found by running it on every probe. */
export interface EngineSupport {
  /** Features that it refuses. */
  readonly lacks: readonly string[];
  /** Features that it accepts and renders otherwise than Python. */
  readonly differs: readonly string[];
}

/** Engine, then version. Written by `scripts/engineSupport.ts`. */
export const ENGINE_SUPPORT: Readonly<Record<EngineId, Readonly<Record<string, EngineSupport>>>> = supported;
