import { errorOutcome, RaisedByTemplate } from './engine.ts';
import type { Engine, EngineContext, EngineInfo, EngineSettings, PreparedTemplate } from './engine.ts';

/** The part of `@huggingface/jinja` that is used, parameterised by its own types. */
export interface HuggingfaceJinja {
  readonly Template: new (source: string) => { readonly parsed: never };
  readonly Environment: new () => { set(name: string, value: unknown): unknown };
  readonly Interpreter: new (environment: never) => { run(program: never): unknown };
}

export const HUGGINGFACE_JINJA: EngineInfo = {
  id: 'huggingface-jinja',
  title: '@huggingface/jinja',
  version: '0.5.11',
  usedBy: 'transformers.js',
};

export function huggingfaceJinja(library: HuggingfaceJinja, settings: EngineSettings): Engine {
  return {
    info: HUGGINGFACE_JINJA,
    prepare(source): PreparedTemplate {
      try {
        const { parsed } = new library.Template(source);
        return {
          render(context) {
            try {
              return { kind: 'text', text: run(library, parsed, context, settings) };
            } catch (failure) {
              return errorOutcome(failure, 'render');
            }
          },
        };
      } catch (failure) {
        const outcome = errorOutcome(failure, 'parse');
        return { render: () => outcome };
      }
    },
  };
}

/** What the library's own `render` does, but with the caller's clock and a raise_exception that can be told apart. */
function run(
  { Environment, Interpreter }: HuggingfaceJinja,
  parsed: never,
  context: EngineContext,
  settings: EngineSettings,
): string {
  const environment = new Environment();
  const globals = { ...CONSTANTS, range, raise_exception: raise, strftime_now: settings.strftimeNow };
  for (const [name, value] of Object.entries({ ...globals, ...context })) environment.set(name, value);
  const result = new Interpreter(environment as never).run(parsed) as { readonly value: string };
  return result.value;
}

const CONSTANTS = { true: true, True: true, false: false, False: false, none: null, None: null };

function raise(message: unknown): never {
  throw new RaisedByTemplate(String(message));
}

function range(first: number, second?: number, step = 1): number[] {
  if (step === 0) throw new Error('range() step must not be zero');
  const [start, stop] = second === undefined ? [0, first] : [first, second];
  const length = Math.min(Math.max(0, Math.ceil((stop - start) / step)), LONGEST_RANGE);
  return Array.from({ length }, (_, index) => start + index * step);
}

const LONGEST_RANGE = 1_000_000;
