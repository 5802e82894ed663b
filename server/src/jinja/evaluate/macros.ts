/** Compiles `macro`, `call` and `generation`: bodies that are functions of their own. */
import type { CallBlock, Generation, Macro, Parameter, Span, Statement } from '../syntax/ast.ts';
import { generated } from '../trace/build.ts';
import { SHOWN } from '../trace/log.ts';
import { asPlain, provenanceOf, textOf } from '../values/text.ts';
import { Undefined, type Text, type Value } from '../values/types.ts';
import { analyseBody, analyseRead, undeclared } from './analysis.ts';
import { compileCall } from './calls.ts';
import { CompileFailure } from './failure.ts';
import { compileExpression } from './expressions.ts';
import { Frame, NORMAL, type Evaluate, type Execute } from './frame.ts';
import { MacroValue, type MacroShape } from './macroValue.ts';
import { compileBody, compileExports, writeResult } from './statements.ts';
import { compileTarget } from './targets.ts';
import type { Place, Unit } from './unit.ts';

export function compileMacro(unit: Unit, node: Macro, place: Place): Execute {
  const make = compileFunction(unit, node, node.name, place);
  const target = { kind: 'name', id: node.id, span: node.nameSpan, name: node.name } as const;
  const store = compileTarget(target, place);
  const exported = unit.hasBlocks && place.topLevel ? compileExports(target, place) : null;
  return (f) => {
    store(f, make(f));
    exported?.(f);
    return NORMAL;
  };
}

export function compileCallBlock(unit: Unit, node: CallBlock, place: Place): Execute {
  const caller = compileFunction(unit, node, null, place);
  const call = compileCall(unit, node.call, place, undefined, caller);
  const site = unit.code(SHOWN, node.span);
  return (f) => {
    writeResult(f, call(f), node.span, site);
    return NORMAL;
  };
}

/** The body of a `generation` block is a function without parameters, called at once. */
export function compileGeneration(unit: Unit, node: Generation, place: Place): Execute {
  const body = compileFunction(unit, { ...node, parameters: [] }, null, place);
  return (f) => {
    const text = asPlain(body(f).call(f.rt, [], null));
    f.rt.out += textOf(text);
    f.rt.recorder?.wroteGenerated(generated(provenanceOf(text)));
    f.rt.checkOutput();
    return NORMAL;
  };
}

interface FunctionNode {
  readonly span: Span;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
}

const SPECIAL = ['caller', 'kwargs', 'varargs'];

/** A function value for the frame in which it is defined. */
function compileFunction(
  unit: Unit,
  node: FunctionNode,
  name: string | null,
  place: Place,
): (frame: Frame) => MacroValue {
  const scope = place.scope.innerFunction();
  const parameters = node.parameters.map((parameter) => parameter.name);
  const used = undeclared(unit, node.body, SPECIAL);
  const explicitCaller = parameters.indexOf('caller');
  if (used.has('caller') && explicitCaller >= 0 && node.parameters[explicitCaller]?.defaultValue === null) {
    const message =
      'When defining macros or call blocks the special "caller" argument must be omitted or be given a default.';
    throw new CompileFailure('TemplateAssertionError', message, node.span);
  }
  for (const parameter of parameters) scope.argument(parameter);
  for (const { defaultValue } of node.parameters) if (defaultValue !== null) analyseRead(defaultValue, scope);
  const extra = SPECIAL.filter((special) => used.has(special) && !parameters.includes(special));
  for (const special of extra) scope.argument(special);
  analyseBody(node.body, scope);

  const shape: MacroShape = {
    name,
    parameters,
    catchesKeywords: extra.includes('kwargs'),
    catchesPositional: extra.includes('varargs'),
    usesCaller: used.has('caller'),
    explicitCaller: explicitCaller >= 0,
  };
  const slots = [...parameters, ...extra].map((parameter) => scope.find(parameter)?.index as number);
  const inner: Place = { ...place, scope, topLevel: false, looping: false };
  const defaults = node.parameters.map((parameter) => compileDefault(unit, parameter, inner));
  const enter = scope.entrance();
  const body = compileBody(unit, node.body, inner);

  return (defining) => {
    const { rt } = defining;
    const run = (args: readonly (Value | undefined)[]): Text => {
      rt.enter();
      const f = new Frame(defining, rt, defining.context, scope.layout.size);
      for (let i = 0; i < slots.length; i++) f.slots[slots[i] as number] = args[i];
      enter(f);
      for (let i = 0; i < defaults.length; i++) {
        const slot = slots[i] as number;
        if (f.slots[slot] === undefined) f.slots[slot] = (defaults[i] as Evaluate)(f);
      }
      const outer = rt.beginCapture();
      body(f);
      rt.leave();
      return rt.endCapture(outer);
    };
    return new MacroValue(shape, run);
  };
}

function compileDefault(unit: Unit, { name, defaultValue }: Parameter, place: Place): Evaluate {
  if (defaultValue !== null) return compileExpression(unit, defaultValue, place);
  const missing = new Undefined(`parameter '${name}' was not provided`);
  return () => missing;
}
