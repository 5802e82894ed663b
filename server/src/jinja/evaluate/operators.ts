/** Compiles arithmetic, comparison and `~`. */
import type { Binary, Compare, Concat, Span, Unary } from '../syntax/ast.ts';
import { arithmetic, negate, plus } from '../values/arithmetic.ts';
import { equal } from '../values/equal.ts';
import { asPlain, concatRaw, escape, isMarkup } from '../values/text.ts';
import { isTrue } from '../values/truth.ts';
import { Float, Str, type Text, type Value } from '../values/types.ts';
import { compileAll, compileExpression, compileOperand } from './expressions.ts';
import type { Evaluate } from './frame.ts';
import { binaryOperation, COMPARE, type BinaryOperation } from './operations.ts';
import { printed } from './printed.ts';
import { compileTracedSum } from './sums.ts';
import type { Place, Unit } from './unit.ts';

export function compileUnary(unit: Unit, node: Unary, place: Place): Evaluate {
  if (node.operator === 'not') {
    const operand = compileExpression(unit, node.operand, place);
    return (f) => !isTrue(operand(f));
  }
  const operand = compileExpression(unit, node.operand, place);
  const apply = node.operator === '-' ? negate : plus;
  return (f) => {
    const value = operand(f);
    f.rt.at = node.span;
    return apply(value);
  };
}

export function compileBinary(unit: Unit, node: Binary, place: Place): Evaluate {
  if (unit.traced && node.operator === '+') return compileTracedSum(unit, node, place);
  const left = compileExpression(unit, node.left, place);
  const right = compileExpression(unit, node.right, place);
  const { operator, span } = node;
  const apply = isNegativePower(unit, node, place) ? negatedPower : binaryOperation(operator);
  return (f) => {
    const a = left(f);
    const b = right(f);
    f.rt.at = span;
    return apply(a, b);
  };
}

/**
 * Jinja2 writes a constant left operand out as Python source: what it writes for `-2 ** x` is, to Python, minus the
 * power.
 */
function isNegativePower(unit: Unit, { operator, left }: Binary, place: Place): boolean {
  if (operator !== '**') return false;
  const base = unit.replacement(left, place);
  if (base instanceof Float) return base.value < 0 || Object.is(base.value, -0);
  return (typeof base === 'number' || typeof base === 'bigint') && base < 0;
}

const negatedPower: BinaryOperation = (base, exponent) => negate(arithmetic('**', negate(base), exponent));

export function compileCompare(unit: Unit, node: Compare, place: Place): Evaluate {
  const operands = node.rest.map(({ operand }) => compileOperand(unit, operand, place));
  return compareWith(node, compileOperand(unit, node.first, place), operands);
}

/** A comparison of operands that are compiled already. */
export function compareWith(node: Compare, first: Evaluate, operands: readonly Evaluate[]): Evaluate {
  const { span } = node;
  const only = node.rest[0];
  const second = operands[0];
  if (node.rest.length === 1 && only !== undefined && second !== undefined) {
    if (only.operator === '==' && only.operand.kind === 'string') {
      return equalsText(first, only.operand.value, span);
    }
    const holds = COMPARE[only.operator];
    return (f) => {
      const left = first(f);
      const right = second(f);
      f.rt.at = span;
      return holds(left, right);
    };
  }
  const links = node.rest.map(({ operator }, i) => ({
    holds: COMPARE[operator],
    operand: operands[i] as Evaluate,
  }));
  return (f) => {
    let left = first(f);
    for (const { holds, operand } of links) {
      const right = operand(f);
      f.rt.at = span;
      if (!holds(left, right)) return false;
      left = right;
    }
    return true;
  };
}

/** `value == 'text'`, the most frequent condition. */
function equalsText(value: Evaluate, text: string, span: Span): Evaluate {
  return (f) => {
    const left = value(f);
    if (typeof left === 'string') return left === text;
    if (left instanceof Str) return left.text === text;
    f.rt.at = span;
    return equal(left, text);
  };
}

export function compileConcat(unit: Unit, node: Concat, place: Place): Evaluate {
  const operands = compileAll(unit, node.operands, place);
  const { autoescape } = place;
  return (f) => {
    const values = operands.map((operand) => operand(f));
    f.rt.at = node.span;
    return autoescape === false || !(autoescape ?? f.rt.autoescape)
      ? concatRaw(values.map((value) => asPlain(printed(value))))
      : joinEscaped(values);
  };
}

/** With autoescape on: Markup if any part is, and then the others are escaped. */
function joinEscaped(values: readonly Value[]): Text {
  if (!values.some(isMarkup)) return concatRaw(values.map(printed));
  return concatRaw(
    values.map((value) => escape(printed(value))),
    true,
  );
}
