/** Compiles expressions to closures. */
import type {
  Attribute,
  Binary,
  Compare,
  CompareOperator,
  Concat,
  Conditional,
  DictLiteral,
  Expression,
  Logical,
  Name,
  Slice,
  Subscript,
  Unary,
} from '../syntax/ast.ts';
import { choose, literalLeaf } from '../trace/build.ts';
import type { Recorder, Site } from '../trace/recorder.ts';
import { add, arithmetic, multiply, negate, plus } from '../values/arithmetic.ts';
import { compare } from '../values/compare.ts';
import { dictSet } from '../values/dict.ts';
import { contains, equal } from '../values/equal.ts';
import { typeError, undefinedError } from '../values/errors.ts';
import { unhashable } from '../values/hash.ts';
import { getOwnItem } from '../values/access.ts';
import { typeName } from '../values/typename.ts';
import { printText } from '../values/print.ts';
import { SliceValue } from '../values/sequence.ts';
import { asPlain, concatRaw, escape, isMarkup, isText, madeFrom } from '../values/text.ts';
import { isTrue } from '../values/truth.ts';
import { Dict, Float, List, Str, Tuple, Undefined, type Text, type Value } from '../values/types.ts';
import { modulo } from '../builtins/modulo.ts';
import { compileCall, compileFilter, compileTest } from './calls.ts';
import { compileCondition } from './conditions.ts';
import type { Evaluate } from './frame.ts';
import { CompileFailure, type Place, type Unit } from './unit.ts';

export function compileExpression(unit: Unit, node: Expression, place: Place): Evaluate {
  switch (node.kind) {
    case 'name':
      return compileName(node, place);
    case 'string':
      return constant(
        unit.traced ? new Str(node.value, literalLeaf(node.value.length, node.span)) : node.value,
      );
    case 'integer':
    case 'boolean':
      return constant(node.value);
    case 'float':
      return constant(new Float(node.value));
    case 'none':
      return constant(null);
    case 'tuple': {
      const items = compileAll(unit, node.items, place);
      return (f) => new Tuple(items.map((item) => item(f)));
    }
    case 'list': {
      const items = compileAll(unit, node.items, place);
      return (f) => {
        f.rt.meter.charge(1, items.length * 8 + 16);
        return new List(items.map((item) => item(f)));
      };
    }
    case 'dict':
      return compileDict(unit, node, place);
    case 'attribute':
      return compileAttribute(node, compileExpression(unit, node.object, place), unit);
    case 'subscript':
      return compileSubscript(node, compileExpression(unit, node.object, place), unit, place);
    case 'slice':
      return compileSlice(unit, node, place);
    case 'call':
      return compileCall(unit, node, place);
    case 'filter':
      return compileFilter(unit, node, place);
    case 'test': {
      const test = compileTest(unit, node, place);
      return node.negated ? (f) => !isTrue(test(f)) : test;
    }
    case 'unary':
      return compileUnary(unit, node, place);
    case 'binary':
      return compileBinary(unit, node, place);
    case 'logical':
      return compileLogical(unit, node, place);
    case 'compare':
      return compileCompare(
        node,
        compileExpression(unit, node.first, place),
        node.rest.map(({ operand }) => compileExpression(unit, operand, place)),
      );
    case 'concat':
      return compileConcat(unit, node, place);
    case 'conditional':
      return compileConditional(unit, node, place);
  }
}

export function compileAll(unit: Unit, nodes: readonly Expression[], place: Place): Evaluate[] {
  return nodes.map((node) => compileExpression(unit, node, place));
}

const constant =
  (value: Value): Evaluate =>
  () =>
    value;

function compileName(node: Name, { scope }: Place): Evaluate {
  const slot = scope.find(node.name);
  if (slot === null) {
    const message = `Tried to resolve a name to a reference that was unknown to the frame ('${node.name}')`;
    throw new CompileFailure('AssertionError', message, node.span);
  }
  const missing = new Undefined(`'${node.name}' is undefined`);
  if (slot.layout === scope.layout) {
    const { index } = slot;
    return (f) => {
      const value = f.slots[index];
      return value === undefined ? missing : value;
    };
  }
  const read = scope.reader(slot);
  return (f) => {
    const value = read(f);
    return value === undefined ? missing : value;
  };
}

function compileDict(unit: Unit, node: DictLiteral, place: Place): Evaluate {
  const entries = node.entries.map(({ key, value }) => ({
    key: compileExpression(unit, key, place),
    value: compileExpression(unit, value, place),
  }));
  return (f) => {
    f.rt.meter.charge(1, entries.length * 32 + 32);
    const dict = new Dict();
    for (const { key, value } of entries) {
      const at = key(f);
      const held = value(f);
      f.rt.at = node.span;
      dictSet(dict, at, held);
    }
    return dict;
  };
}

/** `object.name`; the way of a dict without a method of that name is short. */
export function compileAttribute(node: Attribute, object: Evaluate, unit: Unit): Evaluate {
  const { attribute, span } = node;
  if (typeof attribute === 'number') {
    return (f) => {
      const from = object(f);
      f.rt.at = span;
      return f.rt.getItem(from, attribute);
    };
  }
  const plainItem = isPlainItem(unit, attribute);
  const missing = new Undefined(`'dict object' has no attribute '${attribute}'`);
  return (f) => {
    const from = object(f);
    if (plainItem && from instanceof Dict) {
      const item = from.map.get(attribute);
      return item === undefined ? missing : item;
    }
    f.rt.at = span;
    return f.rt.getAttribute(from, attribute);
  };
}

/** A name that on a dict can only be a key: neither a method nor an attribute, and its repr is itself. */
function isPlainItem({ registries }: Unit, name: string): boolean {
  const dict = new Dict();
  const own = registries.methodOf(dict, name) ?? registries.attributeOf(dict, name) ?? null;
  return own === null && /^[A-Za-z]\w*$/.test(name);
}

export function compileSubscript(node: Subscript, object: Evaluate, unit: Unit, place: Place): Evaluate {
  const { span } = node;
  const index = compileExpression(unit, node.index, place);
  const direct = node.index.kind === 'slice' && !isConstant(node);
  return (f) => {
    const from = object(f);
    const key = index(f);
    f.rt.at = span;
    return direct ? sliceDirectly(from, key) : f.rt.getItem(from, key);
  };
}

/** Jinja2 leaves slices to Python, with Python's errors, unless it can cut a constant while it compiles. */
function sliceDirectly(object: Value, slice: Value): Value {
  const part = getOwnItem(object, slice);
  if (part !== undefined) return part;
  if (object instanceof Undefined) throw undefinedError(object);
  if (object instanceof Dict) throw unhashable(slice);
  throw typeError(`'${typeName(object)}' object is not subscriptable`);
}

function isConstant(node: Expression): boolean {
  switch (node.kind) {
    case 'string':
    case 'integer':
    case 'float':
    case 'boolean':
    case 'none':
      return true;
    case 'tuple':
    case 'list':
      return node.items.every(isConstant);
    case 'dict':
      return node.entries.every(({ key, value }) => isConstant(key) && isConstant(value));
    case 'unary':
      return isConstant(node.operand);
    case 'slice':
      return [node.start, node.stop, node.step].every((part) => part === null || isConstant(part));
    case 'subscript':
      return isConstant(node.object) && isConstant(node.index);
    default:
      return false;
  }
}

function compileSlice(unit: Unit, node: Slice, place: Place): Evaluate {
  const part = (expression: Expression | null) =>
    expression === null ? constant(null) : compileExpression(unit, expression, place);
  const start = part(node.start);
  const stop = part(node.stop);
  const step = part(node.step);
  return (f) => new SliceValue(start(f), stop(f), step(f));
}

function compileUnary(unit: Unit, node: Unary, place: Place): Evaluate {
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

function compileBinary(unit: Unit, node: Binary, place: Place): Evaluate {
  const left = compileExpression(unit, node.left, place);
  const right = compileExpression(unit, node.right, place);
  const { operator, span } = node;
  const apply = binaryOperation(operator);
  return (f) => {
    const a = left(f);
    const b = right(f);
    f.rt.at = span;
    return apply(a, b);
  };
}

type BinaryOperation = (left: Value, right: Value) => Value;

function binaryOperation(operator: Binary['operator']): BinaryOperation {
  if (operator === '+') return add;
  if (operator === '*') return multiply;
  if (operator !== '%') return (left, right) => arithmetic(operator, left, right);
  return (left, right) => {
    const result = modulo(left, right);
    return typeof result === 'string' ? madeFrom(result, isText(right) ? right : left) : result;
  };
}

function compileLogical(unit: Unit, node: Logical, place: Place): Evaluate {
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
    const value = recorder.read(node.left, left(f));
    const taken = isTrue(value) === rightWhen;
    return chosen(recorder, site, reads, taken, () => (taken ? right(f) : value));
  };
}

function compileConditional(unit: Unit, node: Conditional, place: Place): Evaluate {
  const soft = { ...place, soft: true };
  const condition = compileCondition(unit, node.condition, soft);
  const consequence = compileExpression(unit, node.consequence, soft);
  const alternative =
    node.alternative === null
      ? constant(new Undefined(missingElse(unit.lineOf(node.span))))
      : compileExpression(unit, node.alternative, soft);
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
  const decision = recorder.decide(site, outcome);
  recorder.settleReads(reads, decision);
  recorder.decision = decision;
  const value = evaluate();
  recorder.decision = before;
  if (!(value instanceof Str) || value.provenance === null) return value;
  return new Str(value.text, choose(value.provenance, recorder.message, decision), value.markup);
}

export function compileCompare(node: Compare, first: Evaluate, operands: readonly Evaluate[]): Evaluate {
  const { span } = node;
  const only = node.rest[0];
  const second = operands[0];
  if (node.rest.length === 1 && only !== undefined && second !== undefined) {
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

const COMPARE: Readonly<Record<CompareOperator, (left: Value, right: Value) => boolean>> = {
  '==': (left, right) => left === right || equal(left, right),
  '!=': (left, right) => !equal(left, right),
  '<': (left, right) => compare('<', left, right),
  '<=': (left, right) => compare('<=', left, right),
  '>': (left, right) => compare('>', left, right),
  '>=': (left, right) => compare('>=', left, right),
  in: (left, right) => contains(right, left),
  'not in': (left, right) => !contains(right, left),
};

function compileConcat(unit: Unit, node: Concat, place: Place): Evaluate {
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

/** `str(value)`, which for a value of the input is made from it. */
export function printed(value: Value): Text {
  const text = printText(value);
  return typeof text === 'string' && typeof value === 'object' ? madeFrom(text, value) : text;
}

/** With autoescape on: Markup if any part is, and then the others are escaped. */
function joinEscaped(values: readonly Value[]): Text {
  if (!values.some(isMarkup)) return concatRaw(values.map(printed));
  return concatRaw(
    values.map((value) => escape(printed(value))),
    true,
  );
}
