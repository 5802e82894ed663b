/** Compiles expressions to closures. */
import type { DictLiteral, Expression, Name } from '../syntax/ast.ts';
import { literalLeaf } from '../trace/build.ts';
import { dictSet } from '../values/dict.ts';
import { isTrue } from '../values/truth.ts';
import { Dict, Float, List, Str, Tuple, Undefined, type Value } from '../values/types.ts';
import { compileCall, compileFilter, compileTest } from './calls.ts';
import { compileConditional, compileLogical } from './choices.ts';
import { CompileFailure } from './failure.ts';
import type { Evaluate } from './frame.ts';
import { compileBinary, compileCompare, compileConcat, compileUnary } from './operators.ts';
import { compileAttribute, compileSlice, compileSubscript } from './paths.ts';
import type { Place, Unit } from './unit.ts';
import { compileWritten } from './written.ts';

export function compileExpression(unit: Unit, node: Expression, place: Place): Evaluate {
  const value = unit.replacement(node, place);
  return value === undefined ? compileRead(unit, node, place) : compileWritten(value, node.span, unit.traced);
}

/** An expression that is computed when it is reached. */
function compileRead(unit: Unit, node: Expression, place: Place): Evaluate {
  switch (node.kind) {
    case 'name':
      return compileName(unit, node, place);
    case 'string':
      return constant(
        unit.traced ? new Str(node.value, literalLeaf(node.value.length, node.span)) : node.value,
      );
    case 'integer':
    case 'boolean':
      return constant(node.value);
    case 'float':
      return compileWritten(new Float(node.value), node.span, unit.traced);
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
      return compileAttribute(unit, node, place);
    case 'subscript':
      return compileSubscript(unit, node, place);
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
      return compileCompare(unit, node, place);
    case 'concat':
      return compileConcat(unit, node, place);
    case 'conditional':
      return compileConditional(unit, node, place);
  }
}

/** An operand that can't reach the text, such as that of a comparison: a literal needs no origin. */
export function compileOperand(unit: Unit, node: Expression, place: Place): Evaluate {
  return node.kind === 'string' ? constant(node.value) : compileExpression(unit, node, place);
}

export function compileAll(unit: Unit, nodes: readonly Expression[], place: Place): Evaluate[] {
  return nodes.map((node) => compileExpression(unit, node, place));
}

const constant =
  (value: Value): Evaluate =>
  () =>
    value;

function compileName(unit: Unit, node: Name, place: Place): Evaluate {
  const read = compileVariable(node, place);
  if (!place.scope.isFromContext(node.name)) return read;
  const bit = unit.askedNames.bitOf(node.name);
  return (f) => {
    f.rt.asked |= bit;
    return read(f);
  };
}

function compileVariable(node: Name, { scope }: Place): Evaluate {
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
    const read = ({ key, value }: (typeof entries)[number]) => [key(f), value(f)] as const;
    const add = ([key, value]: readonly [Value, Value]) => {
      f.rt.at = node.span;
      dictSet(dict, key, value);
    };
    if (entries.length <= DICT_READ_FIRST) entries.map(read).forEach(add);
    else for (const entry of entries) add(read(entry));
    return dict;
  };
}

/** Python reads all entries of a dict no longer than this before it finds that a key can't be hashed. */
const DICT_READ_FIRST = 15;
