import { errorOutcome, RaisedByTemplate } from './engine.ts';
import type { Engine, EngineContext, EngineInfo, EngineOutcome, EngineSettings } from './engine.ts';

/** The part of `minijinja-js` that is used: its bindings, apart from the WebAssembly they bind to. */
export interface MinijinjaBindings {
  readonly Environment: new () => MinijinjaEnvironment;
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

interface MinijinjaEnvironment {
  trimBlocks: boolean;
  lstripBlocks: boolean;
  fuel: number | null | undefined;
  enablePyCompat(): void;
  addGlobal(name: string, value: unknown): void;
  addTemplate(name: string, source: string): void;
  renderTemplate(name: string, context: EngineContext): string;
}

export interface MinijinjaParts {
  readonly bindings: MinijinjaBindings;
  readonly module: WebAssembly.Module;
}

export const MINIJINJA: EngineInfo = {
  id: 'minijinja',
  title: 'minijinja',
  version: '2.11.0',
  usedBy: 'servers written in Rust',
};

/** Instructions of one render: an endless template ends in an error. */
const FUEL = 50_000_000;

/** Set up as servers do: trimming on, Python's methods, `raise_exception`, `strftime_now`. */
export function minijinja(parts: MinijinjaParts, settings: EngineSettings): Engine {
  const instances = new Instances(parts, settings);
  return {
    info: MINIJINJA,
    prepare: (source) => ({ render: (context) => instances.render(source, context) }),
  };
}

/**
 * The one instance of the WebAssembly that the bindings know. What is thrown through it leaves it broken, so after
 * every failure the next render gets a new one.
 */
class Instances {
  private instance: WebAssembly.Instance | null = null;
  private environment: MinijinjaEnvironment | null = null;
  private source: string | null = null;
  /** What the template raised: the WebAssembly it is thrown through does not pass it on. */
  private raised: RaisedByTemplate | null = null;

  constructor(
    private readonly parts: MinijinjaParts,
    private readonly settings: EngineSettings,
  ) {}

  render(source: string, context: EngineContext): EngineOutcome {
    let phase: 'parse' | 'render' = 'parse';
    this.raised = null;
    try {
      const environment = (this.environment ??= this.start());
      if (source !== this.source) environment.addTemplate('template', source);
      this.source = source;
      phase = 'render';
      return { kind: 'text', text: environment.renderTemplate('template', context) };
    } catch (failure) {
      this.environment = null;
      this.source = null;
      return errorOutcome(this.raised ?? failure, phase);
    }
  }

  private start(): MinijinjaEnvironment {
    const { bindings, module } = this.parts;
    // Growing by nothing detaches the old memory: the bindings then drop the views of it that they keep.
    if (this.instance) (this.instance.exports.memory as WebAssembly.Memory).grow(0);
    this.instance = new WebAssembly.Instance(module, {
      './minijinja_js_bg.js': bindings as unknown as WebAssembly.ModuleImports,
    });
    bindings.__wbg_set_wasm(this.instance.exports);
    (this.instance.exports.__wbindgen_start as (() => void) | undefined)?.();
    const environment = new bindings.Environment();
    environment.trimBlocks = true;
    environment.lstripBlocks = true;
    environment.fuel = FUEL;
    environment.enablePyCompat();
    environment.addGlobal('strftime_now', this.settings.strftimeNow);
    environment.addGlobal('raise_exception', (message: unknown) => {
      this.raised = new RaisedByTemplate(String(message));
      throw this.raised;
    });
    return environment;
  }
}
