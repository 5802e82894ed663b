/** Compiles calls, filters and tests. */
import type { Arguments, Call, Expression, Filter, FilterUse, Span, Test } from '../syntax/ast.ts';
import { PythonError } from '../values/errors.ts';
import { madeFrom } from '../values/text.ts';
import type { Value } from '../values/types.ts';
import type { Keywords } from './bind.ts';
import { callBuiltin, callMethod, type Builtin } from './callable.ts';
import { compileAll, compileExpression } from './expressions.ts';
import { directFilter, directMethod, type DirectCall } from './direct.ts';
import { testOf } from './identity.ts';
import type { Evaluate, Frame } from './frame.ts';
import { CALLER, spread, spreadKeywords } from './spread.ts';
import type { Place, Unit } from './unit.ts';

interface CompiledArguments {
  readonly positional: (frame: Frame) => Value[];
  /** Null where the call can't have any. */
  readonly keywords: ((frame: Frame) => Keywords) | null;
  /** Evaluators of the positional arguments where there is nothing else. */
  readonly plain: readonly Evaluate[] | null;
}

/** `object`: the receiver of a method call, where the caller has compiled it. `caller`: the `caller` of a call block. */
export function compileCall(
  unit: Unit,
  node: Call,
  place: Place,
  object?: Evaluate,
  caller: Evaluate | null = null,
): Evaluate {
  const args = compileArguments(unit, node.args, place, CALLER, caller);
  const { callee, span } = node;
  if (callee.kind === 'attribute' && typeof callee.attribute === 'string') {
    const receiver = object ?? compileExpression(unit, callee.object, place);
    return compileMethodCall(unit, callee.attribute, callee.span, span, receiver, args);
  }
  const target = compileExpression(unit, callee, place);
  return (f) => {
    const called = target(f);
    const values = args.positional(f);
    const keywords = args.keywords === null ? null : args.keywords(f);
    f.rt.at = span;
    return f.rt.call(called, values, keywords);
  };
}

/** `object.name(...)`: the method of a builtin type is called without making a bound method of it. */
function compileMethodCall(
  unit: Unit,
  name: string,
  attributeSpan: Span,
  span: Span,
  receiver: Evaluate,
  args: CompiledArguments,
): Evaluate {
  const { methodOf } = unit.registries;
  const call = compileMethod(args, span);
  return (f) => {
    const object = receiver(f);
    const method = methodOf(object, name);
    if (method === null) {
      f.rt.at = attributeSpan;
      const called = f.rt.getAttribute(object, name);
      const values = args.positional(f);
      const keywords = args.keywords === null ? null : args.keywords(f);
      f.rt.at = span;
      return f.rt.call(called, values, keywords);
    }
    const result = call(f, object, method);
    return typeof result === 'string' && unit.traced ? madeFrom(result, object) : result;
  };
}

/** Nearly always it is the same method that is called at one place: how is found out once. */
function compileMethod(
  args: CompiledArguments,
  span: Span,
): (frame: Frame, receiver: Value, method: Builtin) => Value {
  const { plain } = args;
  const [first, second] = plain ?? [];
  let last: Builtin | null = null;
  let direct: DirectCall | null = null;
  return (f, receiver, method) => {
    if (method !== last) {
      last = method;
      direct = plain === null ? null : directMethod(method, plain.length);
    }
    const { rt } = f;
    if (direct === null) {
      const values = args.positional(f);
      const keywords = args.keywords === null ? null : args.keywords(f);
      rt.at = span;
      rt.meter.step();
      return callMethod(rt, method, receiver, values, keywords);
    }
    const call = direct;
    const a = first === undefined ? null : first(f);
    const b = second === undefined ? null : second(f);
    rt.at = span;
    rt.meter.step();
    return call(rt, receiver, a, b);
  };
}

/** A filter or test with its arguments, as a function of its operand. */
export type Apply = (frame: Frame, operand: Value) => Value;

/** `given`: what the filter is applied to, where the caller has compiled it. */
export function compileFilter(unit: Unit, node: Filter, place: Place, given?: Evaluate): Evaluate {
  const operand = given ?? compileExpression(unit, node.operand, place);
  const apply = compileFilterUse(unit, node.use, place, node.span);
  return (f) => apply(f, operand(f));
}

export function compileFilterUse(unit: Unit, use: FilterUse, place: Place, span: Span): Apply {
  const filter = unit.registries.filters.get(use.name);
  if (filter === undefined) return missing(unit, 'filter', use.name, use.nameSpan, use.args, place);
  const apply = compileApplication(unit, filter, 'filters', use.args, place, span);
  if (!unit.traced) return apply;
  return (f, operand) => {
    const result = apply(f, operand);
    return typeof result === 'string' ? madeFrom(result, operand) : result;
  };
}

export function compileTest(unit: Unit, node: Test, place: Place, given?: Evaluate): Evaluate {
  const operand = given ?? compileExpression(unit, node.operand, place);
  const test = testOf(unit, node, place);
  const apply =
    test === undefined
      ? missing(unit, 'test', node.name, node.nameSpan, node.args, place)
      : compileApplication(unit, test, 'tests', node.args, place, node.span);
  return (f) => apply(f, operand(f));
}

/** Where the arguments fit the signature as they stand, they are bound at compile time. */
function compileApplication(
  unit: Unit,
  builtin: Builtin,
  module: 'filters' | 'tests',
  args: Arguments,
  place: Place,
  span: Span,
): Apply {
  const compiled = compileArguments(unit, args, place, fullName(builtin, module));
  const { plain } = compiled;
  const call = plain === null ? null : directFilter(builtin, plain.length);
  return call === null || plain === null ? bound(builtin, compiled, span) : prebound(call, plain, span);
}

/** A builtin with its module, as Python's messages about a call name it; what is in C is Python's own. */
function fullName({ signature: { name, style } }: Builtin, module: string): string {
  if (style === 'c' || name.includes('.')) return name;
  return OF_MARKUPSAFE.has(name) ? `markupsafe.${name}` : `jinja2.${module}.${name.replace(/^sync_/, '')}`;
}

const OF_MARKUPSAFE: ReadonlySet<string> = new Set(['escape', 'soft_str']);

function prebound(call: DirectCall, [first, second]: readonly Evaluate[], span: Span): Apply {
  return (f, operand) => {
    const a = first === undefined ? null : first(f);
    const b = second === undefined ? null : second(f);
    f.rt.at = span;
    f.rt.meter.step();
    return call(f.rt, operand, a, b);
  };
}

function bound(builtin: Builtin, args: CompiledArguments, span: Span): Apply {
  return (f, operand) => {
    const values = args.positional(f);
    values.unshift(operand);
    const keywords = args.keywords === null ? null : args.keywords(f);
    f.rt.at = span;
    f.rt.meter.step();
    return callBuiltin(f.rt, builtin, values, keywords);
  };
}

/** An unknown filter or test that may never be reached: all others were refused before. */
function missing(
  unit: Unit,
  kind: 'filter' | 'test',
  name: string,
  span: Span,
  args: Arguments,
  place: Place,
): Apply {
  const compiled = compileArguments(unit, args, place, name);
  return (f) => {
    compiled.positional(f);
    compiled.keywords?.(f);
    f.rt.at = span;
    throw new PythonError('TemplateRuntimeError', `No ${kind} named '${name}' found.`);
  };
}

function starred(unit: Unit, node: Expression | null, place: Place): { value: Evaluate; span: Span } | null {
  return node && { value: compileExpression(unit, node, place), span: node.span };
}

function compileArguments(
  unit: Unit,
  args: Arguments,
  place: Place,
  called: string,
  caller: Evaluate | null = null,
): CompiledArguments {
  const plain = compileAll(unit, args.positional, place);
  const splat = starred(unit, args.splat, place);
  const positional = (f: Frame): Value[] => {
    const values: Value[] = [];
    for (const argument of plain) values.push(argument(f));
    if (splat !== null) {
      const spreading = splat.value(f);
      f.rt.at = splat.span;
      values.push(...spread(spreading));
    }
    return values;
  };
  const named = args.keyword.map(({ name, value }) => ({
    name: name.normalize('NFKC'),
    value: compileExpression(unit, value, place),
  }));
  if (caller !== null) named.push({ name: 'caller', value: caller });
  const keywordSplat = starred(unit, args.keywordSplat, place);
  if (named.length === 0 && keywordSplat === null) {
    return { positional, keywords: null, plain: splat === null ? plain : null };
  }
  const keywords = (f: Frame): Keywords => {
    const values = new Map<string, Value>();
    for (const { name, value } of named) values.set(name, value(f));
    if (keywordSplat !== null) {
      const spreading = keywordSplat.value(f);
      f.rt.at = keywordSplat.span;
      spreadKeywords(spreading, values, called);
    }
    return values;
  };
  return { positional, keywords, plain: null };
}
