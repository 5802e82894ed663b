/** Macros as values: `macro`s, and the `caller` of call blocks. */
import { dictSet } from '../values/dict.ts';
import { typeError } from '../values/errors.ts';
import { repr } from '../values/print.ts';
import { asMarkup } from '../values/text.ts';
import { Dict, Tuple, Undefined, type Text, type Value } from '../values/types.ts';
import type { Keywords } from './bind.ts';
import { Callable } from './callable.ts';
import type { Runtime } from './runtime.ts';

export interface MacroShape {
  /** Null for the body of a call block. */
  readonly name: string | null;
  readonly parameters: readonly string[];
  readonly catchesKeywords: boolean;
  readonly catchesPositional: boolean;
  readonly usesCaller: boolean;
  /** `caller` is among the parameters. */
  readonly explicitCaller: boolean;
}

/** Runs the body with one value per parameter (`undefined`: not given), then caller, kwargs and varargs as used. */
export type MacroBody = (args: readonly (Value | undefined)[]) => Text;

const ATTRIBUTES: ReadonlyMap<string, (shape: MacroShape) => Value> = new Map<
  string,
  (shape: MacroShape) => Value
>([
  ['name', (shape) => shape.name],
  ['arguments', (shape) => new Tuple(shape.parameters)],
  ['catch_kwargs', (shape) => shape.catchesKeywords],
  ['catch_varargs', (shape) => shape.catchesPositional],
  ['caller', (shape) => shape.usesCaller],
  ['explicit_caller', (shape) => shape.explicitCaller],
]);

export class MacroValue extends Callable {
  override readonly typeName = 'Macro';

  constructor(
    private readonly shape: MacroShape,
    private readonly body: MacroBody,
  ) {
    super();
  }

  override get moduleName() {
    return 'jinja2.runtime';
  }

  override getAttribute(name: string): Value | undefined {
    return ATTRIBUTES.get(name)?.(this.shape);
  }

  override repr(): string {
    return `<Macro ${this.shape.name === null ? 'anonymous' : repr(this.shape.name)}>`;
  }

  override call(rt: Runtime, args: readonly Value[], keywords: Keywords | null): Text {
    const text = this.body(keywords === null && this.takes(args.length) ? args : this.bind(args, keywords));
    return rt.autoescape ? asMarkup(text) : text;
  }

  /** So many positional arguments are just its parameters. */
  private takes(count: number): boolean {
    const { parameters, usesCaller, catchesKeywords, catchesPositional } = this.shape;
    return count === parameters.length && !usesCaller && !catchesKeywords && !catchesPositional;
  }

  /** Macros bind arguments in their own way: what is not given is undefined, not an error. */
  private bind(args: readonly Value[], keywords: Keywords | null): (Value | undefined)[] {
    const { name, parameters, usesCaller, explicitCaller, catchesKeywords, catchesPositional } = this.shape;
    const rest = new Map(keywords);
    const bound: (Value | undefined)[] = args.slice(0, parameters.length);
    let callerBound = bound.length === parameters.length && explicitCaller;
    for (const parameter of parameters.slice(bound.length)) {
      bound.push(rest.get(parameter));
      rest.delete(parameter);
      if (parameter === 'caller') callerBound = true;
    }
    if (usesCaller && !callerBound) {
      bound.push(rest.get('caller') ?? new Undefined('No caller defined'));
      rest.delete('caller');
    }
    if (catchesKeywords) bound.push(dictOfKeywords(rest));
    else if (rest.size > 0) throw unexpected(name, rest);
    if (catchesPositional) bound.push(new Tuple(args.slice(parameters.length)));
    else if (args.length > parameters.length) {
      throw typeError(`macro ${repr(name)} takes not more than ${parameters.length} argument(s)`);
    }
    return bound;
  }
}

function dictOfKeywords(keywords: Keywords): Dict {
  const dict = new Dict();
  for (const [name, value] of keywords) dictSet(dict, name, value);
  return dict;
}

function unexpected(macro: string | null, keywords: Keywords) {
  if (keywords.has('caller')) {
    return typeError(
      `macro ${repr(macro)} was invoked with two values for the special caller argument. This is most likely a bug.`,
    );
  }
  const [first = ''] = keywords.keys();
  return typeError(`macro ${repr(macro)} takes no keyword argument '${first}'`);
}
