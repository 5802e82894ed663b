/** Compiles `block`: a function that sees the context, not the variables around it. */
import type { Block } from '../syntax/ast.ts';
import { PythonError } from '../values/errors.ts';
import { asMarkup } from '../values/text.ts';
import { PyObject, Undefined, type Text, type Value } from '../values/types.ts';
import { analyseBody, undeclared } from './analysis.ts';
import type { Keywords } from './bind.ts';
import { Callable } from './callable.ts';
import { NOT_ESCAPING } from './fold.ts';
import { Frame, Layout, NORMAL, type Context, type Execute } from './frame.ts';
import type { Runtime } from './runtime.ts';
import { Scope } from './scope.ts';
import type { RenderState } from './state.ts';
import { compileBody } from './statements.ts';
import type { Place, Unit } from './unit.ts';

/** Runs a block where nothing is around it but the context. */
export type RunBlock = (rt: RenderState, context: Context) => void;

/** The place where a block stands: calls it. */
export function compileBlock(unit: Unit, node: Block, place: Place): Execute {
  const visible = node.scoped ? place.scope.visible() : [];
  return (f) => {
    f.rt.at = node.span;
    if (node.required) {
      throw new PythonError('TemplateRuntimeError', `Required block '${node.name}' not found`);
    }
    const context = visible.length === 0 ? f.context : derived(f.context, visible, f);
    unit.blocks.get(node.name)?.(f.rt, context);
    return NORMAL;
  };
}

/** Compiles the bodies of all blocks, before anything calls one. */
export function compileBlockBody(unit: Unit, node: Block): RunBlock {
  const scope = new Scope(null, new Layout(null));
  analyseBody(node.body, scope);
  const used = undeclared(unit, node.body, ['self', 'super']);
  const self = used.has('self') ? scope.argument('self').index : -1;
  const parent = used.has('super') ? scope.argument('super').index : -1;
  const place = { scope, ...NOT_ESCAPING, topLevel: false, looping: false };
  const enter = scope.entrance();
  const body = compileBody(unit, node.body, place);
  return (rt, context) => {
    rt.enter();
    const f = new Frame(null, rt, context, scope.layout.size);
    if (self >= 0) f.slots[self] = new SelfReference(unit, rt, context);
    if (parent >= 0) f.slots[parent] = new Undefined(`there is no parent block called '${node.name}'.`);
    enter(f);
    body(f);
    rt.leave();
  };
}

function derived(context: Context, visible: ReturnType<Scope['visible']>, f: Frame): Context {
  const own = new Map<string, Value>();
  for (const { name, read } of visible) {
    const value = read(f);
    if (value !== undefined) own.set(name, value);
  }
  return {
    resolve: (name) => (own.has(name) ? own.get(name) : context.resolve(name)),
    assign: (name, value) => void own.set(name, value),
  };
}

/** `self`: the template's blocks by name. */
export class SelfReference extends PyObject {
  override readonly typeName = 'TemplateReference';

  constructor(
    private readonly unit: Unit,
    private readonly rt: RenderState,
    private readonly context: Context,
  ) {
    super();
  }

  override get moduleName() {
    return 'jinja2.runtime';
  }

  override getItem(key: Value): Value | undefined {
    const run = typeof key === 'string' ? this.unit.blocks.get(key) : undefined;
    return run === undefined ? undefined : new BlockReference(run, this.rt, this.context);
  }

  override repr(): string {
    return '<TemplateReference None>';
  }
}

class BlockReference extends Callable {
  override readonly typeName = 'BlockReference';

  constructor(
    private readonly run: RunBlock,
    private readonly rt: RenderState,
    private readonly context: Context,
  ) {
    super();
  }

  override get moduleName() {
    return 'jinja2.runtime';
  }

  override call(rt: Runtime, _args: readonly Value[], _keywords: Keywords | null): Value {
    const outer = this.rt.beginCapture();
    this.run(this.rt, this.context);
    const text: Text = this.rt.endCapture(outer);
    return rt.autoescape ? asMarkup(text) : text;
  }
}
