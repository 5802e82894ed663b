/**
 * What Jinja2 computes while it compiles. It folds expressions of literals into constants, and that can be seen: a
 * slice of what can't be sliced is Undefined there and a TypeError at run time, a branch that folds away may name
 * filters that do not exist, `-2` is written in front of `** x` without parentheses.
 */
import { dictFrom } from '../builtins/globals/dict.ts';
import { sameasElsewhere } from '../builtins/tests/comparisons.ts';
import type { Arguments, DictLiteral, Expression } from '../syntax/ast.ts';
import { forEachOperand } from '../syntax/children.ts';
import { missingItem } from '../values/access.ts';
import { negate, plus } from '../values/arithmetic.ts';
import { Complex } from '../values/complex.ts';
import { dictEntries, dictSet } from '../values/dict.ts';
import { PythonError, typeError } from '../values/errors.ts';
import { toArray } from '../values/iterate.ts';
import { print } from '../values/print.ts';
import { asPlain, concatRaw, escape, isText, textOf } from '../values/text.ts';
import { Meter, useMeter } from '../values/meter.ts';
import { SliceValue } from '../values/sequence.ts';
import { isTrue } from '../values/truth.ts';
import { Dict, Float, List, Str, Tuple, type Value } from '../values/types.ts';
import { callBuiltin, type Builtin } from './callable.ts';
import { CompileFailure } from './failure.ts';
import { binaryOperation, COMPARE } from './operations.ts';
import { printed } from './printed.ts';
import type { Registries } from './registries.ts';
import { RenderState } from './state.ts';

/** Filters that ask for the render's context, which is not there yet. */
const NEEDS_CONTEXT: ReadonlySet<string> = new Set([
  'map',
  'random',
  'reject',
  'rejectattr',
  'select',
  'selectattr',
]);

/** For all folding of one template: what needs more is left to the render and its own budget. */
const LIMITS = { steps: 100_000, memory: 4_000_000, output: 1_000_000, depth: 900 };

/** What Jinja2's compiler knows of autoescape at a place. */
export interface Escaping {
  /** `null`: known only at run time. */
  readonly autoescape: boolean | null;
  /** Constants are escaped by what was known last, be it no longer sure. */
  readonly escapesConstants: boolean;
}

export const NOT_ESCAPING: Escaping = { autoescape: false, escapesConstants: false };

/** Kinds that Jinja2's compiler tries to fold; literals of lists and dicts only where they are operands of those. */
const TRIED: ReadonlySet<Expression['kind']> = new Set([
  'attribute',
  'subscript',
  'call',
  'filter',
  'test',
  'unary',
  'binary',
  'logical',
  'compare',
  'concat',
  'conditional',
]);

export class Folder {
  /** By the node's id; `undefined` where it is not constant. */
  private readonly values: (Value | undefined)[];
  private readonly visited: Uint8Array;
  /** What folding the node, or something in it, raises while the template is compiled. */
  private readonly failures = new Map<Expression, PythonError>();
  private readonly meter = new Meter(LIMITS);
  private readonly rt: RenderState;

  /** `nodeCount`: of the template. */
  constructor(
    private readonly registries: Registries,
    nodeCount: number,
  ) {
    this.values = new Array<Value | undefined>(nodeCount).fill(undefined);
    this.visited = new Uint8Array(nodeCount);
    const environment = { now: new Date(0), random: () => 0, meter: this.meter, registries, recorder: null };
    this.rt = new RenderState(environment, { start: 0, end: 0 });
  }

  /**
   * The constant that the compiler puts in the place of `node`; `undefined`: none.
   * @throws CompileFailure where folding itself fails, as for a literal dict with a key that can't be hashed
   */
  replacement(node: Expression, autoescape: boolean | null): Value | undefined {
    if (autoescape === null || !TRIED.has(node.kind)) return undefined;
    this.visit(node, autoescape);
    const failure = this.failures.get(node);
    if (failure !== undefined) throw new CompileFailure(failure.type, failure.message, node.span);
    const value = this.known(node);
    return value !== undefined && hasSafeRepr(value) ? value : undefined;
  }

  /**
   * The value of an expression where it is constant, be it one that can't be written as source. `autoescape` is null where only the render knows it: then nothing that filters do is constant.
   */
  constant(node: Expression, autoescape: boolean | null): Value | undefined {
    this.visit(node, autoescape);
    return this.known(node);
  }

  /** What `{{ node }}` writes where it is constant. Null: it is not, or printing it fails and is left to the render. */
  printed(node: Expression, { autoescape, escapesConstants }: Escaping): string | null {
    const value = this.constant(node, autoescape);
    if (value === undefined) return null;
    const text = quietly(() => print(escapesConstants ? escape(printed(value)) : value));
    return text === undefined ? null : (text as string);
  }

  /** What is in force in `{% autoescape node %}`: what the compiler does not know outside it does not know inside either. */
  within(node: Expression, { autoescape, escapesConstants }: Escaping): Escaping {
    const value = this.constant(node, autoescape);
    if (value === undefined) return { autoescape: null, escapesConstants };
    const isOn = isTrue(value);
    return { autoescape: autoescape === null ? null : isOn, escapesConstants: isOn };
  }

  private visit(node: Expression, autoescape: boolean | null): void {
    if (this.visited[node.id] === 1) return;
    this.visited[node.id] = 1;
    let operands = 0;
    let constants = 0;
    forEachOperand(node, (part) => {
      this.visit(part, autoescape);
      operands++;
      if (this.values[part.id] !== undefined) constants++;
      if (this.failures.size > 0) this.inherit(node, part);
    });
    if (operands > 0 && constants === 0) return;
    this.values[node.id] = operands === 0 ? leaf(node) : this.metered(node, autoescape);
  }

  private inherit(node: Expression, part: Expression): void {
    const failure = this.failures.get(part);
    if (failure !== undefined) this.failures.set(node, failure);
  }

  private metered(node: Expression, autoescape: boolean | null): Value | undefined {
    const before = useMeter(this.meter);
    try {
      return this.valueOf(node, autoescape);
    } catch (failure) {
      if (!(failure instanceof PythonError)) throw failure;
      if (failure.type !== 'BudgetExceeded') this.failures.set(node, failure);
      return undefined;
    } finally {
      useMeter(before);
    }
  }

  /** Of parts that are known. A failure of the operation itself is left to the render. */
  private valueOf(node: Expression, autoescape: boolean | null): Value | undefined {
    switch (node.kind) {
      case 'tuple': {
        const items = this.all(node.items);
        return items && new Tuple(items);
      }
      case 'list': {
        const items = this.all(node.items);
        return items && new List(items);
      }
      case 'dict':
        return this.dict(node);
      case 'concat': {
        const parts = this.all(node.operands);
        return parts && concatRaw(parts.map((part) => asPlain(printed(part))));
      }
      case 'conditional': {
        const condition = this.known(node.condition);
        if (condition === undefined) return undefined;
        if (isTrue(condition)) return this.known(node.consequence);
        return node.alternative === null ? undefined : this.known(node.alternative);
      }
      default:
        return quietly(() => this.operation(node, autoescape));
    }
  }

  private operation(node: Expression, autoescape: boolean | null): Value | undefined {
    switch (node.kind) {
      case 'unary': {
        const operand = this.known(node.operand);
        if (operand === undefined) return undefined;
        if (node.operator === 'not') return !isTrue(operand);
        return node.operator === '-' ? negate(operand) : plus(operand);
      }
      case 'binary': {
        const operands = this.all([node.left, node.right]) as [Value, Value] | undefined;
        return operands && binaryOperation(node.operator)(...operands);
      }
      case 'logical': {
        const left = this.known(node.left);
        if (left === undefined) return undefined;
        return isTrue(left) === (node.operator === 'and') ? this.known(node.right) : left;
      }
      case 'compare': {
        let left = this.known(node.first);
        for (const { operator, operand } of node.rest) {
          const right = this.known(operand);
          if (left === undefined || right === undefined) return undefined;
          if (!COMPARE[operator](left, right)) return false;
          left = right;
        }
        return true;
      }
      case 'attribute': {
        const object = this.known(node.object);
        if (object === undefined) return undefined;
        return typeof node.attribute === 'number'
          ? this.rt.getItem(object, node.attribute)
          : this.rt.getAttribute(object, node.attribute);
      }
      case 'subscript': {
        const operands = this.all([node.object, node.index]) as [Value, Value] | undefined;
        return operands && this.item(...operands);
      }
      case 'slice': {
        const parts = [node.start, node.stop, node.step].map((part) => part && this.known(part));
        if (parts.includes(undefined)) return undefined;
        return new SliceValue(...(parts as [Value, Value, Value]));
      }
      case 'filter': {
        if (NEEDS_CONTEXT.has(node.use.name)) return undefined;
        const filter = this.registries.filters.get(node.use.name);
        return filter && this.applied(filter, node.operand, node.use.args, autoescape);
      }
      case 'test': {
        // Two constants are two objects.
        const test = node.name === 'sameas' ? sameasElsewhere : this.registries.tests.get(node.name);
        const holds = test && this.applied(test, node.operand, node.args, autoescape);
        return holds !== undefined && node.negated ? !isTrue(holds) : holds;
      }
      default:
        return undefined;
    }
  }

  /** What can't be sliced so is Undefined here: the render, which slices without Jinja2's help, raises. */
  private item(object: Value, index: Value): Value {
    try {
      return this.rt.getItem(object, index);
    } catch (failure) {
      if (failure instanceof PythonError && failure.type === 'TypeError') return missingItem(object, index);
      throw failure;
    }
  }

  private applied(builtin: Builtin, operand: Expression, args: Arguments, autoescape: boolean | null) {
    if (autoescape === null) return undefined;
    const values = this.all([operand, ...args.positional]);
    const named = this.all(args.keyword.map(({ value }) => value));
    const splat = args.splat === null ? NO_ITEMS : this.known(args.splat);
    const keywordSplat = args.keywordSplat === null ? NO_ITEMS : this.known(args.keywordSplat);
    if (!values || !named || splat === undefined || keywordSplat === undefined) return undefined;
    const keywords = new Map(args.keyword.map(({ name }, index) => [name, named[index] as Value]));
    values.push(...toArray(splat));
    // Jinja2 updates a dict with them, which takes pairs as well.
    for (const [key, value] of dictEntries(dictFrom(keywordSplat))) {
      if (!isText(key)) throw typeError('keywords must be strings');
      keywords.set(textOf(key), value);
    }
    this.rt.autoescape = autoescape;
    return callBuiltin(this.rt, builtin, values, keywords.size > 0 ? keywords : null);
  }

  /** Entry by entry: a key that can't be hashed fails before a later entry is found not to be constant. */
  private dict(node: DictLiteral): Dict | undefined {
    const dict = new Dict();
    for (const entry of node.entries) {
      const key = this.known(entry.key);
      const value = this.known(entry.value);
      if (key === undefined || value === undefined) return undefined;
      dictSet(dict, key, value);
    }
    return dict;
  }

  private known(node: Expression): Value | undefined {
    return this.values[node.id];
  }

  private all(nodes: readonly Expression[]): Value[] | undefined {
    const values = nodes.map((node) => this.known(node));
    return values.includes(undefined) ? undefined : (values as Value[]);
  }
}

const NO_ITEMS = new Tuple([]);

/** The value of what has no operands. */
function leaf(node: Expression): Value | undefined {
  switch (node.kind) {
    case 'string':
    case 'integer':
    case 'boolean':
      return node.value;
    case 'float':
      return new Float(node.value);
    case 'none':
      return null;
    case 'tuple':
      return new Tuple([]);
    case 'list':
      return new List([]);
    case 'dict':
      return new Dict();
    case 'slice':
      return new SliceValue(null, null, null);
    default:
      return undefined;
  }
}

/** What raises is not constant: it raises again when it is reached. */
function quietly(work: () => Value | undefined): Value | undefined {
  try {
    return work();
  } catch (failure) {
    if (failure instanceof PythonError) return undefined;
    throw failure;
  }
}

/** Whether Python source that makes the value again is what its `repr` says: of these types, and of none derived. */
function hasSafeRepr(value: Value): boolean {
  if (value === null || typeof value !== 'object') return true;
  switch (value.constructor) {
    case Float:
    case Complex:
    case Str:
      return true;
    case List:
    case Tuple:
      return (value as List | Tuple).items.every(hasSafeRepr);
    case Dict:
      return dictEntries(value as Dict)
        .flat()
        .every(hasSafeRepr);
    default:
      return false;
  }
}
