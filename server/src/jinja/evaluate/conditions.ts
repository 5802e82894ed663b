/** Compiles conditions: expressions of which only the truth matters. Traced ones record what they read. */
import type { Expression } from '../syntax/ast.ts';
import { READ } from '../trace/log.ts';
import type { Recorder } from '../trace/recorder.ts';
import { isTrue } from '../values/truth.ts';
import { compileCall, compileFilter, compileTest } from './calls.ts';
import { compileExpression, compileOperand } from './expressions.ts';
import type { Decide, Evaluate } from './frame.ts';
import { compareWith } from './operators.ts';
import type { Place, Unit } from './unit.ts';
import { compileWritten } from './written.ts';

export function compileCondition(unit: Unit, node: Expression, place: Place): Decide {
  const value = unit.replacement(node, place);
  if (value === undefined) return compileDecision(unit, node, place);
  const written = compileWritten(value, node.span, false);
  return (f) => isTrue(written(f));
}

function compileDecision(unit: Unit, node: Expression, place: Place): Decide {
  switch (node.kind) {
    case 'logical': {
      const left = compileCondition(unit, node.left, place);
      const right = compileCondition(unit, node.right, place);
      return node.operator === 'and' ? (f) => left(f) && right(f) : (f) => left(f) || right(f);
    }
    case 'unary':
      if (node.operator === 'not') {
        const operand = compileCondition(unit, node.operand, place);
        return (f) => !operand(f);
      }
      break;
    case 'test': {
      const test = compileTest(unit, node, place, read(unit, node.operand, place));
      return node.negated ? (f) => !isTrue(test(f)) : (f) => isTrue(test(f));
    }
    case 'compare': {
      const first = read(unit, node.first, place);
      const operands = node.rest.map(({ operand }) => read(unit, operand, place));
      const holds = compareWith(node, first, operands);
      return (f) => holds(f) === true;
    }
  }
  if (unit.traced && (node.kind === 'name' || node.kind === 'attribute' || node.kind === 'subscript')) {
    const value = compileExpression(unit, node, place);
    const code = unit.code(READ, node);
    return (f) => {
      const read = value(f);
      (f.rt.recorder as Recorder).read(code, read);
      return isTrue(read);
    };
  }
  const value = read(unit, node, place);
  return (f) => isTrue(value(f));
}

/** An operand of a condition; the traced code records its value (of literals there is nothing to say). */
function read(unit: Unit, node: Expression, place: Place): Evaluate {
  if (!unit.traced || unit.replacement(node, place) !== undefined) return compileOperand(unit, node, place);
  switch (node.kind) {
    case 'string':
      return compileOperand(unit, node, place);
    case 'integer':
    case 'float':
    case 'boolean':
    case 'none':
    case 'conditional':
    case 'logical':
      return compileExpression(unit, node, place);
    case 'filter':
      return recorded(unit, node, compileFilter(unit, node, place, read(unit, node.operand, place)));
    case 'call':
      return node.callee.kind === 'attribute'
        ? recorded(unit, node, compileCall(unit, node, place, read(unit, node.callee.object, place)))
        : recorded(unit, node, compileCall(unit, node, place));
    default:
      return recorded(unit, node, compileExpression(unit, node, place));
  }
}

function recorded(unit: Unit, node: Expression, evaluate: Evaluate): Evaluate {
  const code = unit.code(READ, node);
  return (f) => {
    const value = evaluate(f);
    (f.rt.recorder as Recorder).read(code, value);
    return value;
  };
}
