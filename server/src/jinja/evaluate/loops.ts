/** Compiles `for`. */
import type { For } from '../syntax/ast.ts';
import { ITERATION, SHOWN } from '../trace/log.ts';
import { messageOf } from '../trace/messages.ts';
import type { Recorder } from '../trace/recorder.ts';
import { iterator } from '../values/iterate.ts';
import { asMarkup } from '../values/text.ts';
import type { Value, ValueIterator } from '../values/types.ts';
import { analyseBinding, analyseBody, undeclared } from './analysis.ts';
import { compileExpression } from './expressions.ts';
import { BREAK, CONTINUE, Frame, NORMAL, type Execute } from './frame.ts';
import { compileLoopFilter, Filtered } from './loopFilter.ts';
import { LoopContext, type Recurse } from './loopContext.ts';
import { compileBody, writeResult } from './statements.ts';
import { compileTarget } from './targets.ts';
import type { Place, Unit } from './unit.ts';

/** Runs the loop over an iterable in a frame. */
type RunLoop = (frame: Frame, iterable: Value, depth: number, recurse: Recurse | null) => ReturnType<Execute>;

export function compileFor(unit: Unit, node: For, place: Place): Execute {
  const iterable = compileExpression(unit, node.iterable, place);
  if (!node.recursive) {
    const run = compileLoop(unit, node, place, place.scope.inner());
    return (f) => {
      const items = iterable(f);
      f.rt.at = node.iterable.span;
      return run(f, items, 0, null);
    };
  }
  const scope = place.scope.innerFunction();
  const run = compileLoop(unit, node, place, scope);
  const site = unit.code(SHOWN, node.span);
  return (f) => {
    const { rt } = f;
    const recurse: Recurse = (items, depth) => {
      rt.enter(' while calling a Python object');
      const outer = rt.beginCapture();
      run(new Frame(f, rt, f.context, scope.layout.size), items, depth, recurse);
      rt.leave();
      const text = rt.endCapture(outer);
      return (place.autoescape ?? rt.autoescape) ? asMarkup(text) : text;
    };
    const items = iterable(f);
    rt.at = node.iterable.span;
    writeResult(f, recurse(items, 0), node.span, site);
    return NORMAL;
  };
}

function compileLoop(unit: Unit, node: For, place: Place, scope: Place['scope']): RunLoop {
  const hasLoop = node.recursive || undeclared(unit, node.body, ['loop']).has('loop') || hasScopedBlock(node);
  const loopSlot = hasLoop ? scope.argument('loop').index : -1;
  analyseBinding(node.target, scope);
  analyseBody(node.body, scope);
  const inner = { ...place, scope, topLevel: false, looping: true };
  const filter = node.filter === null ? null : compileLoopFilter(unit, node, place);
  const store = compileTarget(node.target, inner);
  const enter = scope.entrance();
  const exit = scope.exit();
  const body = compileBody(unit, node.body, inner);
  const otherwise = node.otherwise === null ? null : compileElse(unit, node.otherwise, place, scope);
  const iterate = unit.traced
    ? tracedIteration(unit, node, store, enter, body)
    : plainIteration(node, store, enter, body);

  return (f, iterable, depth, recurse) => {
    const items = filter === null ? iterable : filter(f, iterable);
    let loop: LoopContext | null = null;
    if (hasLoop) {
      loop = new LoopContext(items, depth, recurse);
      f.slots[loopSlot] = loop;
    }
    const completed = iterate(f, loop ?? source(items), items);
    exit(f);
    return completed || otherwise === null ? NORMAL : otherwise(f);
  };
}

/** Runs all iterations; true if one ended without a jump, so that `else` is not run. */
type Iterate = (frame: Frame, items: ValueIterator, of: Value) => boolean;

function plainIteration(
  node: For,
  store: (frame: Frame, value: Value) => void,
  enter: (frame: Frame) => void,
  body: Execute,
): Iterate {
  const { span } = node.target;
  return (f, items) => {
    let completed = false;
    for (let item = items.next(); item !== undefined; item = items.next()) {
      f.rt.meter.step();
      f.rt.at = span;
      store(f, item);
      enter(f);
      const signal = body(f);
      if (signal === BREAK) break;
      if (signal !== CONTINUE) completed = true;
    }
    return completed;
  };
}

function tracedIteration(
  unit: Unit,
  node: For,
  store: (frame: Frame, value: Value) => void,
  enter: (frame: Frame) => void,
  body: Execute,
): Iterate {
  const site = unit.code(ITERATION, { kind: 'iteration', node: node.id, span: node.tag });
  const { span } = node.target;
  return (f, items, of) => {
    const recorder = f.rt.recorder as Recorder;
    const { message, pinned, decision } = recorder;
    const passed = of instanceof Filtered ? of : null;
    let completed = false;
    let index = 0;
    for (let item = items.next(); item !== undefined; item = items.next()) {
      f.rt.meter.step();
      f.rt.at = span;
      const own = messageOf(item);
      recorder.about(own >= 0 ? own : message);
      recorder.pinned = own >= 0 || pinned;
      if (passed !== null) recorder.under(passed.decisionOf(index) ?? decision);
      recorder.iterate(site, index++);
      store(f, item);
      enter(f);
      const signal = body(f);
      recorder.about(message);
      recorder.under(decision);
      if (signal === BREAK) break;
      if (signal !== CONTINUE) completed = true;
    }
    recorder.pinned = pinned;
    return completed;
  };
}

function source(items: Value): ValueIterator {
  return items instanceof Filtered ? items : iterator(items);
}

function hasScopedBlock(node: For): boolean {
  return node.body.some((statement) => statement.kind === 'block' && statement.scoped);
}

/** `else` of a loop has a scope of its own. */
function compileElse(
  unit: Unit,
  body: NonNullable<For['otherwise']>,
  place: Place,
  around: Place['scope'],
): Execute {
  const scope = place.scope.layout === around.layout ? place.scope.inner() : around.inner();
  analyseBody(body, scope);
  const enter = scope.entrance();
  const exit = scope.exit();
  const run = compileBody(unit, body, { ...place, scope, topLevel: false });
  return (f) => {
    enter(f);
    const signal = run(f);
    exit(f);
    return signal;
  };
}
