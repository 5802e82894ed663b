/** Compiles what chooses between values: ternaries, `and`, `or`. Traced ones record the choice. */
import type { Conditional, Logical } from '../syntax/ast.ts';
import { choose } from '../trace/build.ts';
import type { Recorder, Site } from '../trace/recorder.ts';
import { isTrue } from '../values/truth.ts';
import { Str, Undefined, type Value } from '../values/types.ts';
import { compileCondition } from './conditions.ts';
import { compileExpression } from './expressions.ts';
import type { Evaluate } from './frame.ts';
import type { Place, Unit } from './unit.ts';

export function compileLogical(unit: Unit, node: Logical, place: Place): Evaluate {
  const left = compileExpression(unit, node.left, place);
  const right = compileExpression(unit, node.right, place);
  const rightWhen = node.operator === 'and';
  if (!unit.traced) {
    return (f) => {
      const value = left(f);
      return isTrue(value) === rightWhen ? right(f) : value;
    };
  }
  const site: Site = { kind: 'logical', node: node.id, span: node.left.span };
  return (f) => {
    const recorder = f.rt.recorder as Recorder;
    const reads = recorder.readCount;
    const value = left(f);
    recorder.read(node.left, value);
    const taken = isTrue(value) === rightWhen;
    return chosen(recorder, site, reads, taken, () => (taken ? right(f) : value));
  };
}

export function compileConditional(unit: Unit, node: Conditional, place: Place): Evaluate {
  const soft = { ...place, soft: true };
  const condition = compileCondition(unit, node.condition, soft);
  const consequence = compileExpression(unit, node.consequence, soft);
  const missing = new Undefined(missingElse(unit.lineOf(node.span)));
  const alternative =
    node.alternative === null ? () => missing : compileExpression(unit, node.alternative, soft);
  if (!unit.traced) return (f) => (condition(f) ? consequence(f) : alternative(f));
  const site: Site = { kind: 'conditional', node: node.id, span: node.condition.span };
  return (f) => {
    const recorder = f.rt.recorder as Recorder;
    const reads = recorder.readCount;
    const outcome = condition(f);
    return chosen(recorder, site, reads, outcome, () => (outcome ? consequence(f) : alternative(f)));
  };
}

const missingElse = (line: number) =>
  `the inline if-expression on line ${line} evaluated to false and no else section was defined.`;

/** Evaluates under a decision; a text that comes out carries it. */
function chosen(
  recorder: Recorder,
  site: Site,
  reads: number,
  outcome: boolean,
  evaluate: () => Value,
): Value {
  const before = recorder.decision;
  const decision = recorder.decide(site, outcome, reads);
  recorder.decision = decision;
  const value = evaluate();
  recorder.decision = before;
  if (!(value instanceof Str) || value.provenance === null) return value;
  return new Str(value.text, choose(value.provenance, recorder.message, decision), value.markup);
}
