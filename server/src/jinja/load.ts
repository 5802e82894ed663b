/** The facade's work: from source to program, from program to text. Nothing here throws. */
import type { Budget, Program, Rendered, RenderOptions, TemplateError } from './api.ts';
import { registries } from './builtins/index.ts';
import { AskedNames } from './evaluate/askedNames.ts';
import { checkAsCompiled } from './evaluate/checks.ts';
import { CompileFailure } from './evaluate/failure.ts';
import { Folder } from './evaluate/fold.ts';
import { compileTemplate, type Compiled } from './evaluate/program.ts';
import { RenderState } from './evaluate/state.ts';
import type { Span, Template } from './syntax/ast.ts';
import { parseTemplate } from './syntax/parser.ts';
import { traceContext } from './trace/context.ts';
import { Recorder } from './trace/recorder.ts';
import { PythonError } from './values/errors.ts';
import { Meter, useMeter } from './values/meter.ts';
import type { Dict } from './values/types.ts';

/** A program, or what is wrong with the source. */
export type Loaded =
  | { readonly program: Program; readonly error: null }
  | { readonly program: null; readonly error: TemplateError };

/** Far above what published templates need, far below what hurts. Depth is Python's, less what its caller uses. */
export const DEFAULT_BUDGET: Budget = {
  steps: 20_000_000,
  output: 50_000_000,
  depth: 990,
  memory: 1_000_000_000,
};

/** Parses and compiles. */
export function load(source: string): Loaded {
  const { template, error } = parseTemplate(source);
  if (template === null) return { program: null, error: error ?? unknownFailure(source) };
  return compile(template);
}

/** Compiles a parsed template: what Jinja2's compiler refuses is an error value. */
export function compile(template: Template): Loaded {
  try {
    return { program: new CompiledProgram(template), error: null };
  } catch (failure) {
    const span = failure instanceof CompileFailure ? failure.span : template.span;
    return { program: null, error: errorOf(failure, span, 'parse') };
  }
}

const unknownFailure = (source: string): TemplateError => ({
  type: 'TemplateSyntaxError',
  message: 'The template can not be read.',
  phase: 'parse',
  span: { start: 0, end: source.length },
});

/** What `strftime_now` says to a caller that gives no date. */
const NO_DATE = new Date(1970, 0, 1);

class CompiledProgram implements Program {
  private readonly folder: Folder;
  private readonly plain: Compiled;
  private traced: Compiled | null = null;
  private readonly askedNames = new AskedNames();

  constructor(readonly template: Template) {
    this.folder = new Folder(registries, template.nodeCount);
    try {
      this.plain = this.compiled(false);
    } catch (unresolved) {
      checkAsCompiled(template, this.folder, unresolved instanceof CompileFailure ? unresolved : null);
      throw unresolved;
    }
    checkAsCompiled(template, this.folder);
  }

  askedFor({ asked }: Rendered): readonly string[] | null {
    return this.askedNames.in(asked);
  }

  render(context: Dict, options: RenderOptions = {}): Rendered {
    const recorder = options.traced === true ? new Recorder() : null;
    const meter = meterOf(options, recorder);
    const environment = {
      now: options.now ?? NO_DATE,
      random: options.random ?? (() => 0.5),
      meter,
      registries,
      recorder,
    };
    const rt = new RenderState(environment, this.template.span);
    const before = useMeter(meter);
    let error: TemplateError | null = null;
    try {
      const code = this.code(recorder !== null);
      recorder?.begin(code.marks);
      code.run(rt, recorder === null ? context : traceContext(context));
      rt.checkOutput();
    } catch (failure) {
      error = errorOf(failure, rt.at, 'render');
    } finally {
      useMeter(before);
    }
    const { steps } = meter;
    const trace = recorder?.finish(rt.out.length, this.template.span) ?? null;
    const facts = { trace, steps, asked: rt.asked };
    return error === null ? { ok: true, text: rt.out, ...facts } : { ok: false, error, ...facts };
  }

  private code(traced: boolean): Compiled {
    if (!traced) return this.plain;
    return (this.traced ??= this.compiled(true));
  }

  private compiled(traced: boolean): Compiled {
    return compileTemplate(this.template, registries, this.folder, this.askedNames, traced);
  }
}

function meterOf({ budget, interrupted = undefined }: RenderOptions, recorder: Recorder | null): Meter {
  const limits = budget === undefined ? DEFAULT_BUDGET : { ...DEFAULT_BUDGET, ...budget };
  if (recorder === null) return new Meter(limits, interrupted ?? null);
  const stopped = () => {
    recorder.checkRoom(limits.memory);
    return interrupted?.() ?? false;
  };
  return new Meter(limits, stopped);
}

/** Python's exceptions as they are; a JavaScript stack that overflowed is Python's RecursionError. */
function errorOf(failure: unknown, span: Span, phase: TemplateError['phase']): TemplateError {
  if (failure instanceof PythonError) return { type: failure.type, message: failure.message, phase, span };
  if (failure instanceof RangeError && /call stack/i.test(failure.message)) {
    return { type: 'RecursionError', message: 'maximum recursion depth exceeded', phase, span };
  }
  const message = failure instanceof Error ? failure.message : String(failure);
  if (failure instanceof RangeError) return { type: 'BudgetExceeded', message, phase, span };
  return { type: 'InternalError', message, phase, span };
}
