/** Compiles statements to closures. */
import type {
  Autoescape,
  FilterBlock,
  FilterUse,
  If,
  Load,
  Set,
  SetBlock,
  Span,
  Statement,
  Target,
  With,
} from '../syntax/ast.ts';
import { BRANCH, SHOWN, WRITE } from '../trace/log.ts';
import type { Recorder } from '../trace/recorder.ts';
import { typeError } from '../values/errors.ts';
import { asMarkup, isText, provenanceOf, textOf } from '../values/text.ts';
import { isTrue } from '../values/truth.ts';
import { Dict, Str, type Value } from '../values/types.ts';
import { typeName } from '../values/typename.ts';
import { analyseBinding, analyseBody, analyseRead } from './analysis.ts';
import { compileFilterUse } from './calls.ts';
import { compileCondition } from './conditions.ts';
import { compileExpression } from './expressions.ts';
import { BREAK, CONTINUE, NORMAL, type Execute, type Frame } from './frame.ts';
import { compileBlock } from './blocks.ts';
import { compileFor } from './loops.ts';
import { compileCallBlock, compileGeneration, compileMacro } from './macros.ts';
import { compileOutput, compileText } from './output.ts';
import { compileTarget, compileTargetCheck } from './targets.ts';
import type { Place, Unit } from './unit.ts';

export function compileBody(unit: Unit, body: readonly Statement[], place: Place): Execute {
  const statements = body.map((statement) => compileStatement(unit, statement, place));
  const { length } = statements;
  return (f) => {
    f.rt.meter.charge(length, 0);
    for (let i = 0; i < length; i++) {
      const signal = (statements[i] as Execute)(f);
      if (signal !== NORMAL) return signal;
    }
    return NORMAL;
  };
}

function compileStatement(unit: Unit, node: Statement, place: Place): Execute {
  switch (node.kind) {
    case 'text':
      return compileText(unit, node);
    case 'output':
      return compileOutput(unit, node, place);
    case 'if':
      return compileIf(unit, node, place);
    case 'for':
      return compileFor(unit, node, place);
    case 'set':
      return compileSet(unit, node, place);
    case 'set-block':
      return compileSetBlock(unit, node, place);
    case 'macro':
      return compileMacro(unit, node, place);
    case 'call-block':
      return compileCallBlock(unit, node, place);
    case 'filter-block':
      return compileFilterBlock(unit, node, place);
    case 'generation':
      return compileGeneration(unit, node, place);
    case 'with':
      return compileWith(unit, node, place);
    case 'block':
      return compileBlock(unit, node, place);
    case 'autoescape':
      return compileAutoescape(unit, node, place);
    case 'break':
      return () => BREAK;
    case 'continue':
      return () => CONTINUE;
    case 'load':
      return compileLoad(unit, node, place);
  }
}

function compileIf(unit: Unit, node: If, place: Place): Execute {
  const branches = node.branches.map((branch) => ({
    condition: compileCondition(unit, branch.condition, place),
    body: compileBody(unit, branch.body, place),
    site: unit.code(BRANCH, { kind: 'condition', node: branch.id, span: branch.condition.span }),
  }));
  const otherwise = node.otherwise === null ? null : compileBody(unit, node.otherwise, place);
  if (!unit.traced) {
    const [first] = branches;
    if (branches.length === 1 && first !== undefined) {
      const { condition, body } = first;
      return (f) => (condition(f) ? body(f) : otherwise === null ? NORMAL : otherwise(f));
    }
    return (f) => {
      for (const { condition, body } of branches) if (condition(f)) return body(f);
      return otherwise === null ? NORMAL : otherwise(f);
    };
  }
  const jumps = canJump(node);
  const [first] = branches;
  if (branches.length === 1 && first !== undefined && !jumps) {
    const { condition, body, site } = first;
    return (f) => {
      const recorder = f.rt.recorder as Recorder;
      const before = recorder.decision;
      const outcome = condition(f);
      recorder.branch(site, outcome);
      const signal = outcome ? body(f) : otherwise === null ? NORMAL : otherwise(f);
      recorder.under(before);
      return signal;
    };
  }
  return (f) => {
    const recorder = f.rt.recorder as Recorder;
    const before = recorder.decision;
    let chosen = otherwise;
    for (const { condition, body, site } of branches) {
      const outcome = condition(f);
      recorder.branch(site, outcome);
      if (outcome) {
        chosen = body;
        break;
      }
    }
    const signal = chosen === null ? NORMAL : chosen(f);
    // What follows in the iteration is only reached because nothing jumped: it stays under the decision.
    if (!jumps) recorder.under(before);
    return signal;
  };
}

/** Whether a `break` or `continue` of the loop around stands in it. */
function canJump(node: If): boolean {
  const inBody = (body: readonly Statement[]): boolean =>
    body.some((statement) => {
      if (statement.kind === 'break' || statement.kind === 'continue') return true;
      return statement.kind === 'if' && canJump(statement);
    });
  return node.branches.some((branch) => inBody(branch.body)) || inBody(node.otherwise ?? []);
}

function compileSet(unit: Unit, node: Set, place: Place): Execute {
  const check = compileTargetCheck(node.target, place);
  const value = compileExpression(unit, node.value, place);
  const assign = compileAssignment(unit, node, node.target, place);
  return (f) => {
    check?.(f);
    const assigned = value(f);
    f.rt.at = node.span;
    assign(f, assigned);
    return NORMAL;
  };
}

function compileSetBlock(unit: Unit, node: SetBlock, place: Place): Execute {
  const check = compileTargetCheck(node.target, place);
  const inner = { ...place, scope: place.scope.inner(), topLevel: false };
  analyseBody(node.body, inner.scope);
  const capture = compileCapture(unit, node.body, node.filters, inner, node);
  const assign = compileAssignment(unit, node, node.target, place);
  return (f) => {
    check?.(f);
    return capture(f, (value) => assign(f, value));
  };
}

function compileFilterBlock(unit: Unit, node: FilterBlock, place: Place): Execute {
  const inner = { ...place, scope: place.scope.inner(), topLevel: false };
  analyseBody(node.body, inner.scope);
  for (const use of node.filters) analyseRead(use, inner.scope);
  const capture = compileCapture(unit, node.body, node.filters, inner, node);
  const site = unit.code(SHOWN, node.span);
  return (f) => capture(f, (value) => writeResult(f, value, node.span, site));
}

type Capture = (frame: Frame, use: (value: Value) => void) => ReturnType<Execute>;

/** Runs a body into a buffer, sends it through filters and hands it on. */
function compileCapture(
  unit: Unit,
  body: readonly Statement[],
  filters: readonly FilterUse[],
  place: Place,
  node: Statement,
): Capture {
  const run = compileBody(unit, body, place);
  const enter = place.scope.entrance();
  const exit = place.scope.exit();
  const apply = filters.map((use) => compileFilterUse(unit, use, place, node.span));
  const { autoescape } = place;
  return (f, use) => {
    enter(f);
    const outer = f.rt.beginCapture();
    const signal = run(f);
    const text = f.rt.endCapture(outer);
    if (signal !== NORMAL) return signal;
    let value: Value = (autoescape ?? f.rt.autoescape) ? asMarkup(text) : text;
    for (const filter of apply) value = filter(f, value);
    exit(f);
    use(value);
    return NORMAL;
  };
}

/** Writes what a filter or call block came to: only a str can be written as it is. */
export function writeResult(f: Frame, value: Value, span: Span, site: number): void {
  if (!isText(value)) {
    f.rt.at = span;
    throw typeError(`sequence item 0: expected str instance, ${typeName(value)} found`);
  }
  if (f.rt.traced) f.rt.writeCaptured(new Str(textOf(value), provenanceOf(value)), site);
  else f.rt.out += textOf(value);
  f.rt.checkOutput();
}

type Assign = (frame: Frame, value: Value) => void;

/** Stores in the target and wherever else an assignment is seen: the context, the trace. */
function compileAssignment(unit: Unit, node: Set | SetBlock, target: Target, place: Place): Assign {
  const store = compileTarget(target, place);
  const exported = unit.hasBlocks && place.topLevel ? compileExports(target, place) : null;
  if (!unit.traced) {
    if (exported === null) return store;
    return (f, value) => {
      store(f, value);
      exported(f);
    };
  }
  const site = unit.code(WRITE, { node: node.id, span: node.span, name: nameOf(target) });
  return (f, value) => {
    const recorder = f.rt.recorder as Recorder;
    recorder.write(site, value);
    if (place.looping && value instanceof Dict) recorder.follow(value);
    store(f, underDecision(recorder, value));
    exported?.(f);
  };
}

/** `x`, `ns.x`, `a, b`. */
function nameOf(target: Target): string {
  if (target.kind === 'name') return target.name;
  if (target.kind === 'namespace-target') return `${target.name}.${target.attribute}`;
  return target.items.map(nameOf).join(', ');
}

/** A text assigned under a decision remembers it. */
function underDecision(recorder: Recorder, value: Value): Value {
  return recorder.decision >= 0 && value instanceof Str ? value.chosen(-1, recorder.decision) : value;
}

/** Blocks see the template's own variables through the context. */
export function compileExports(target: Target, place: Place): (frame: Frame) => void {
  if (target.kind === 'tuple-target') {
    const all = target.items.map((item) => compileExports(item, place));
    return (f) => all.forEach((one) => one(f));
  }
  const { name } = target;
  const slot = target.kind === 'name' ? place.scope.find(name) : null;
  if (slot === null) return () => {};
  const read = place.scope.reader(slot);
  return (f) => {
    const value = read(f);
    if (value !== undefined) f.context.assign(name, value);
  };
}

function compileWith(unit: Unit, node: With, place: Place): Execute {
  const inner = { ...place, scope: place.scope.inner(), topLevel: false };
  for (const { target } of node.bindings) analyseBinding(target, inner.scope);
  analyseBody(node.body, inner.scope);
  const bindings = node.bindings.map(({ target, value }) => ({
    store: compileTarget(target, inner),
    value: compileExpression(unit, value, place),
    span: target.span,
  }));
  const enter = inner.scope.entrance();
  const exit = inner.scope.exit();
  const body = compileBody(unit, node.body, inner);
  return (f) => {
    enter(f);
    for (const { store, value, span } of bindings) {
      const bound = value(f);
      f.rt.at = span;
      store(f, bound);
    }
    const signal = body(f);
    exit(f);
    return signal;
  };
}

function compileAutoescape(unit: Unit, node: Autoescape, place: Place): Execute {
  const scope = place.scope.inner();
  analyseRead(node.enabled, scope);
  analyseBody(node.body, scope);
  const outer = { ...place, scope, topLevel: false };
  const inner = { ...outer, ...unit.escapingIn(node.enabled, place) };
  const enabled = compileExpression(unit, node.enabled, outer);
  const enter = scope.entrance();
  const exit = scope.exit();
  const body = compileBody(unit, node.body, inner);
  return (f) => {
    enter(f);
    const before = f.rt.autoescape;
    f.rt.autoescape = isTrue(enabled(f));
    const signal = body(f);
    if (signal === NORMAL) f.rt.autoescape = before;
    exit(f);
    return signal;
  };
}

/** `include` and its like: there is no loader in a chat template's environment. */
function compileLoad(unit: Unit, node: Load, place: Place): Execute {
  const template = compileExpression(unit, node.template, place);
  return (f) => {
    template(f);
    f.rt.at = node.span;
    throw typeError('no loader for this environment specified');
  };
}
