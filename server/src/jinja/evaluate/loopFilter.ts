/** Compiles the condition of `for x in xs if condition`. */
import type { For } from '../syntax/ast.ts';
import { BRANCH } from '../trace/log.ts';
import { messageOf } from '../trace/messages.ts';
import type { Recorder } from '../trace/recorder.ts';
import { iterator } from '../values/iterate.ts';
import { PyObject, type Value, type ValueIterator } from '../values/types.ts';
import { analyseBinding, analyseRead } from './analysis.ts';
import { compileCondition } from './conditions.ts';
import { Frame } from './frame.ts';
import { compileTarget } from './targets.ts';
import type { Place, Unit } from './unit.ts';

/** Lazy, and in a function of its own. */
export function compileLoopFilter(
  unit: Unit,
  node: For,
  place: Place,
): (frame: Frame, iterable: Value) => Value {
  const scope = place.scope.innerFunction();
  const condition = node.filter as NonNullable<For['filter']>;
  analyseBinding(node.target, scope);
  analyseRead(condition, scope);
  const inner = { ...place, scope, topLevel: false };
  const store = compileTarget(node.target, inner);
  const holds = compileCondition(unit, condition, inner);
  const enter = scope.entrance();
  const site = unit.code(BRANCH, { kind: 'loop-filter', node: node.id, span: condition.span });
  return (f, iterable) => {
    const frame = new Frame(f, f.rt, f.context, scope.layout.size);
    const test = (item: Value): boolean => {
      f.rt.meter.step();
      store(frame, item);
      return holds(frame);
    };
    const start = () => enter(frame);
    return new Filtered(iterator(iterable), start, test, f.rt.recorder, site);
  };
}

/** The generator that a loop filter is. */
export class Filtered extends PyObject implements ValueIterator {
  override readonly typeName = 'generator';
  private started = false;
  private readonly decisions: number[] = [];
  /** The filter runs when the loop asks for an item, which may be anywhere in its body: it belongs to the loop. */
  private readonly around: number;

  constructor(
    private readonly items: ValueIterator,
    private readonly start: () => void,
    private readonly test: (item: Value) => boolean,
    private readonly recorder: Recorder | null,
    private readonly site: number,
  ) {
    super();
    this.around = recorder?.decision ?? -1;
  }

  next(): Value | undefined {
    if (!this.started) this.start();
    this.started = true;
    for (let item = this.items.next(); item !== undefined; item = this.items.next()) {
      if (this.recorder === null ? this.test(item) : this.decide(this.recorder, item)) return item;
    }
    return undefined;
  }

  override iterate(): ValueIterator {
    return this;
  }

  /** The decision that let an item pass, by its index among those that did. */
  decisionOf(index: number): number | undefined {
    return this.decisions[index];
  }

  private decide(recorder: Recorder, item: Value): boolean {
    const { message, decision: asking } = recorder;
    const own = messageOf(item);
    if (own >= 0) recorder.about(own);
    recorder.under(this.around);
    recorder.choice();
    const outcome = this.test(item);
    const decision = recorder.branch(this.site, outcome);
    recorder.about(message);
    recorder.under(asking);
    if (outcome) this.decisions.push(decision);
    return outcome;
  }
}
