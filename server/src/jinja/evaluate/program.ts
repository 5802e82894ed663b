/** From a syntax tree to something that renders. */
import type { Template } from '../syntax/ast.ts';
import { blocksIn } from '../syntax/walk.ts';
import type { Mark } from '../trace/log.ts';
import type { Dict, Value } from '../values/types.ts';
import { analyseBody, undeclared } from './analysis.ts';
import type { AskedNames } from './askedNames.ts';
import { compileBlockBody, SelfReference } from './blocks.ts';
import { NOT_ESCAPING, type Folder } from './fold.ts';
import { Frame, Layout, type Context } from './frame.ts';
import type { Registries } from './registries.ts';
import { Scope } from './scope.ts';
import type { RenderState } from './state.ts';
import { compileBody } from './statements.ts';
import { Unit, type Place } from './unit.ts';

export interface Compiled {
  /** Writes the template's text into the state's buffer. */
  run(rt: RenderState, context: Dict): void;
  /** What the numbers in its records mean. */
  readonly marks: readonly Mark[];
}

/**
 * Compiles what the checks let pass.
 * @throws CompileFailure for what they leave to compilation: names that can't be resolved.
 */
export function compileTemplate(
  template: Template,
  registries: Registries,
  folder: Folder,
  askedNames: AskedNames,
  traced: boolean,
): Compiled {
  const blocks = blocksIn(template.body);
  const unit = new Unit(template, registries, folder, askedNames, traced, blocks.length > 0);
  const scope = new Scope(null, new Layout(null));
  analyseBody(template.body, scope);
  const self = undeclared(unit, template.body, ['self']).has('self') ? scope.argument('self').index : -1;
  const place: Place = { scope, ...NOT_ESCAPING, topLevel: true, looping: false };
  const enter = scope.entrance();
  const body = compileBody(unit, template.body, place);
  for (const block of blocks) unit.blocks.set(block.name, compileBlockBody(unit, block));

  const run = (rt: RenderState, input: Dict) => {
    const context = new TemplateContext(input, registries.globals);
    const f = new Frame(null, rt, context, scope.layout.size);
    if (self >= 0) f.slots[self] = new SelfReference(unit, rt, context);
    enter(f);
    body(f);
  };
  return { run, marks: unit.marks };
}

/** The template's own variables, then what was passed in, then globals. */
class TemplateContext implements Context {
  private own: Map<string, Value> | null = null;

  constructor(
    private readonly input: Dict,
    private readonly globals: ReadonlyMap<string, Value>,
  ) {}

  resolve(name: string): Value | undefined {
    const own = this.own?.get(name);
    if (own !== undefined) return own;
    const passed = this.input.map.get(name);
    return passed === undefined ? this.globals.get(name) : passed;
  }

  assign(name: string, value: Value): void {
    (this.own ??= new Map<string, Value>()).set(name, value);
  }
}
