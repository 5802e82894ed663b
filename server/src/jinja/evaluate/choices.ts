/** Compiles what chooses between values: ternaries, `and`, `or`. Traced ones record the choice. */
import type { Conditional, Logical } from '../syntax/ast.ts';
import { BRANCH, READ } from '../trace/log.ts';
import type { Recorder } from '../trace/recorder.ts';
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
  const site = unit.code(BRANCH, { kind: 'logical', node: node.id, span: node.left.span });
  const operand = unit.code(READ, node.left);
  return (f) => {
    const recorder = f.rt.recorder as Recorder;
    recorder.choice();
    const value = left(f);
    recorder.read(operand, value);
    const taken = isTrue(value) === rightWhen;
    const before = recorder.decision;
    const decision = recorder.branch(site, taken);
    const result = taken ? right(f) : value;
    recorder.under(before);
    return chosen(recorder, decision, result);
  };
}

export function compileConditional(unit: Unit, node: Conditional, place: Place): Evaluate {
  const condition = compileCondition(unit, node.condition, place);
  const consequence = compileExpression(unit, node.consequence, place);
  const missing = new Undefined(missingElse(unit.lineOf(node.span)));
  const alternative =
    node.alternative === null ? () => missing : compileExpression(unit, node.alternative, place);
  if (!unit.traced) return (f) => (condition(f) ? consequence(f) : alternative(f));
  const site = unit.code(BRANCH, { kind: 'conditional', node: node.id, span: node.condition.span });
  return (f) => {
    const recorder = f.rt.recorder as Recorder;
    recorder.choice();
    const outcome = condition(f);
    const before = recorder.decision;
    const decision = recorder.branch(site, outcome);
    const result = outcome ? consequence(f) : alternative(f);
    recorder.under(before);
    return chosen(recorder, decision, result);
  };
}

const missingElse = (line: number) =>
  `the inline if-expression on line ${line} evaluated to false and no else section was defined.`;

/** A text that comes out of a choice carries it. */
function chosen(recorder: Recorder, decision: number, value: Value): Value {
  return value instanceof Str ? value.chosen(recorder.message, decision) : value;
}
