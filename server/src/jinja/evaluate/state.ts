/** One render in progress. */
import type { Span } from '../syntax/ast.ts';
import type { BufferStart, Recorder } from '../trace/recorder.ts';
import { getAttribute, getItem } from '../values/access.ts';
import { budgetExceeded, recursionError, typeError, undefinedError } from '../values/errors.ts';
import type { Meter } from '../values/meter.ts';
import { Str, Undefined, type Text, type Value } from '../values/types.ts';
import { typeName } from '../values/typename.ts';
import { attributeOf, type Registries } from './registries.ts';
import type { Keywords } from './bind.ts';
import { Callable, type Builtin } from './callable.ts';
import type { Runtime } from './runtime.ts';

export interface Environment {
  readonly now: Date;
  readonly random: () => number;
  readonly meter: Meter;
  readonly registries: Registries;
  /** Null in a render without trace. */
  readonly recorder: Recorder | null;
}

/** What Python's interpreter spends of its recursion limit on one macro call or one level of a recursive loop. */
const CALL_DEPTH = 5;

export class RenderState implements Runtime {
  readonly now: Date;
  readonly random: () => number;
  readonly meter: Meter;
  readonly recorder: Recorder | null;
  readonly traced: boolean;
  autoescape = false;
  /** Bits of the names in the context that were looked at so far. */
  asked = 0;

  /** Text written so far into the innermost buffer; the recorder holds where it came from. */
  out = '';
  /** Span of the operation in progress: where an error is said to be. */
  at: Span;
  private depth = 0;
  private readonly registries: Registries;
  private readonly lookup = (object: Value, name: string) => attributeOf(this.registries, object, name);

  constructor(environment: Environment, template: Span) {
    this.now = environment.now;
    this.random = environment.random;
    this.meter = environment.meter;
    this.registries = environment.registries;
    this.recorder = environment.recorder;
    this.traced = environment.recorder !== null;
    this.at = template;
  }

  filter(name: string): Builtin | null {
    return this.registries.filters.get(name) ?? null;
  }

  test(name: string): Builtin | null {
    return this.registries.tests.get(name) ?? null;
  }

  call(callee: Value, args: readonly Value[], keywords: Keywords | null): Value {
    this.meter.step();
    if (callee instanceof Callable) return callee.call(this, args, keywords);
    if (callee instanceof Undefined) throw undefinedError(callee);
    throw typeError(`'${typeName(callee)}' object is not callable`);
  }

  getAttribute(object: Value, name: string): Value {
    return getAttribute(this.lookup, object, name);
  }

  getItem(object: Value, key: Value): Value {
    return getItem(this.lookup, object, key);
  }

  /** Enters a macro, a block or a level of a recursive loop. */
  /** `doing`: what Python says it was doing where that is too deep. */
  enter(doing = ''): void {
    this.meter.step();
    this.depth += CALL_DEPTH;
    if (this.depth > this.meter.limits.depth) throw recursionError(doing);
  }

  leave(): void {
    this.depth -= CALL_DEPTH;
  }

  checkOutput(): void {
    const { output } = this.meter.limits;
    if (this.out.length > output) {
      throw budgetExceeded(`The template writes a text of more than ${output} characters.`);
    }
  }

  /** Starts a buffer of its own; `endCapture` takes it. */
  beginCapture(): Buffer {
    const outer = { out: this.out, start: this.recorder?.beginBuffer() ?? null };
    this.out = '';
    return outer;
  }

  /** What was written since `beginCapture`; the outer buffer is current again. */
  endCapture(outer: Buffer): Text {
    const { out, recorder } = this;
    this.out = outer.out;
    return recorder === null || outer.start === null
      ? out
      : new Str(out, recorder.endBuffer(outer.start, out.length));
  }

  /** Writes a text that was captured: its origins are known already. `site`: code of the statement's row. */
  writeCaptured(text: Text, site: number): void {
    this.out += typeof text === 'string' ? text : text.text;
    if (this.recorder === null || typeof text === 'string' || text.text === '') return;
    const { provenance } = text;
    if (provenance !== null) this.recorder.wrote(site, provenance);
  }
}

export interface Buffer {
  readonly out: string;
  readonly start: BufferStart | null;
}
