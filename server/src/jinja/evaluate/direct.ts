/**
 * Calls of builtins whose arguments fit as they stand: binding arguments and spreading them takes longer than most
 * builtins run.
 */
import { Tuple, type Value } from '../values/types.ts';
import type { Builtin, Run } from './callable.ts';
import type { Runtime } from './runtime.ts';
import type { Parameter } from './signature.ts';

/** A call with the operand of a filter or test, or the receiver of a method, and as many arguments as it is made for. */
export type DirectCall = (rt: Runtime, subject: Value, a: Value, b: Value) => Value;

/** A filter or test, whose operand is its first parameter, with so many arguments; null where they don't just fit. */
export function directFilter({ signature, run }: Builtin, count: number): DirectCall | null {
  const { parameters, varargs, kwargs } = signature;
  return varargs || kwargs ? null : fitting(run, parameters.slice(1), count);
}

/** The same for a method. */
export function directMethod({ signature, run }: Builtin, count: number): DirectCall | null {
  const { parameters, varargs, kwargs } = signature;
  if (kwargs) return null;
  if (!varargs) return fitting(run, parameters, count);
  return parameters.length === 0 ? (COLLECTED[count]?.(run) ?? null) : null;
}

function fitting(run: Run, parameters: readonly Parameter[], count: number): DirectCall | null {
  const defaults = parameters.slice(count).map((parameter) => parameter.defaultValue);
  const fits = count <= parameters.length && !parameters.some((parameter) => parameter.keywordOnly);
  if (!fits || defaults.includes(undefined)) return null;
  return FILLED[count]?.[defaults.length]?.(run, defaults as Value[]) ?? null;
}

type Fill = (run: Run, defaults: readonly Value[]) => DirectCall;

/** By number of arguments, then of defaults behind them. */
const FILLED: readonly (readonly Fill[])[] = [
  [
    (run) => (rt, subject) => run(rt, subject),
    (run, [x = null]) =>
      (rt, subject) =>
        run(rt, subject, x),
    (run, [x = null, y = null]) =>
      (rt, subject) =>
        run(rt, subject, x, y),
    (run, [x = null, y = null, z = null]) =>
      (rt, subject) =>
        run(rt, subject, x, y, z),
    (run, [w = null, x = null, y = null, z = null]) =>
      (rt, subject) =>
        run(rt, subject, w, x, y, z),
  ],
  [
    (run) => (rt, subject, a) => run(rt, subject, a),
    (run, [x = null]) =>
      (rt, subject, a) =>
        run(rt, subject, a, x),
    (run, [x = null, y = null]) =>
      (rt, subject, a) =>
        run(rt, subject, a, x, y),
  ],
  [
    (run) => (rt, subject, a, b) => run(rt, subject, a, b),
    (run, [x = null]) =>
      (rt, subject, a, b) =>
        run(rt, subject, a, b, x),
  ],
];

/** Of a function that takes its arguments as a tuple, by their number. */
const COLLECTED: readonly ((run: Run) => DirectCall)[] = [
  (run) => (rt, subject) => run(rt, subject, new Tuple([])),
  (run) => (rt, subject, a) => run(rt, subject, new Tuple([a])),
  (run) => (rt, subject, a, b) => run(rt, subject, new Tuple([a, b])),
];
