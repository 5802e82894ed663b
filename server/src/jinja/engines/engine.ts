/** Other engines that people run chat templates with, behind one shape. Nothing here throws. */

export type EngineId = 'huggingface-jinja' | 'minijinja';

export interface EngineInfo {
  readonly id: EngineId;
  /** As its users call it. */
  readonly title: string;
  /** The version that runs here. */
  readonly version: string;
  /** Where people meet it. */
  readonly usedBy: string;
}

/** Plain data as JSON.parse gives it: these engines see no difference between 1 and 1.0. */
export type EngineContext = Readonly<Record<string, unknown>>;

export interface EngineSettings {
  /** What `strftime_now(format)` answers. */
  readonly strftimeNow: (format: string) => string;
}

export type EngineOutcome =
  | { readonly kind: 'text'; readonly text: string }
  /** The template called `raise_exception`. */
  | { readonly kind: 'raised'; readonly message: string }
  | { readonly kind: 'error'; readonly message: string; readonly phase: 'parse' | 'render' };

export interface PreparedTemplate {
  render(context: EngineContext): EngineOutcome;
}

export interface Engine {
  readonly info: EngineInfo;
  /** Parses once; a template that the engine can't parse answers every render with that error. */
  prepare(template: string): PreparedTemplate;
}

/** What `raise_exception` throws inside an engine. */
export class RaisedByTemplate extends Error {}

export function errorOutcome(failure: unknown, phase: 'parse' | 'render'): EngineOutcome {
  if (failure instanceof RaisedByTemplate) return { kind: 'raised', message: failure.message };
  const message = failure instanceof Error ? failure.message : String(failure);
  // Some engines add an excerpt of the template below.
  return { kind: 'error', message: message.split('\n', 1)[0] ?? '', phase };
}
