/** Calls of builtins whose arguments fit as they stand: bound when the template is compiled. */
import type { Span } from '../syntax/ast.ts';
import type { Value } from '../values/types.ts';
import type { Builtin, Run } from './callable.ts';
import type { Evaluate, Frame } from './frame.ts';
import type { Runtime } from './runtime.ts';

type Apply = (frame: Frame, operand: Value) => Value;

/** `plain`: the positional arguments, where there are no others. Null where they do not fit so simply. */
export function prebound(
  { signature, run }: Builtin,
  plain: readonly Evaluate[] | null,
  span: Span,
): Apply | null {
  const { parameters, varargs, kwargs } = signature;
  if (plain === null || varargs || kwargs || plain.length + 1 > parameters.length) return null;
  const rest = parameters.slice(plain.length + 1).map((parameter) => parameter.defaultValue);
  if (parameters.some((parameter) => parameter.keywordOnly) || rest.includes(undefined)) return null;
  const defaults = rest as Value[];
  const [first] = plain;
  if (first === undefined) {
    const call = withoutArgument(run, defaults);
    return (f, operand) => {
      f.rt.at = span;
      f.rt.meter.step();
      return call(f.rt, operand);
    };
  }
  if (plain.length === 1) {
    const call = withArgument(run, defaults);
    return (f, operand) => {
      const argument = first(f);
      f.rt.at = span;
      f.rt.meter.step();
      return call(f.rt, operand, argument);
    };
  }
  return (f, operand) => {
    const values = plain.map((argument) => argument(f));
    f.rt.at = span;
    f.rt.meter.step();
    return run(f.rt, operand, ...values, ...defaults);
  };
}

/** Spreading a few values on each call takes longer than most filters do. */
function withoutArgument(run: Run, defaults: readonly Value[]): (rt: Runtime, operand: Value) => Value {
  const [a = null, b = null, c = null, d = null] = defaults;
  switch (defaults.length) {
    case 0:
      return run;
    case 1:
      return (rt, operand) => run(rt, operand, a);
    case 2:
      return (rt, operand) => run(rt, operand, a, b);
    case 4:
      return (rt, operand) => run(rt, operand, a, b, c, d);
    default:
      return (rt, operand) => run(rt, operand, ...defaults);
  }
}

function withArgument(
  run: Run,
  defaults: readonly Value[],
): (rt: Runtime, operand: Value, argument: Value) => Value {
  const [a = null] = defaults;
  switch (defaults.length) {
    case 0:
      return run;
    case 1:
      return (rt, operand, argument) => run(rt, operand, argument, a);
    default:
      return (rt, operand, argument) => run(rt, operand, argument, ...defaults);
  }
}
