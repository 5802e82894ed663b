/** Python's arithmetic on numbers and its `+` and `*` on sequences. `%` of a str is in builtins/format. */
import { charge, chargeText } from './meter.ts';
import { Complex, complexArithmetic, complexPower, negated } from './complex.ts';
import { overflowError, PythonError, typeError, undefinedError } from './errors.ts';
import { int, isInt, isNumber, toDouble, toInt, type Int } from './numbers.ts';
import { concat, isMarkup, isText, repeat, textOf } from './text.ts';
import { Float, List, Tuple, Undefined, type Value } from './types.ts';
import { typeName } from './typename.ts';
import { positivePower } from './pow.ts';

export type Operator = '+' | '-' | '*' | '/' | '//' | '%' | '**';

export function add(left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right;
    return Number.isSafeInteger(sum) ? sum : int(BigInt(left) + BigInt(right));
  }
  if (isText(left) && isText(right)) return concat(left, right);
  if (left instanceof List && right instanceof List) return new List(joinItems(left.items, right.items));
  if (left instanceof Tuple && right instanceof Tuple) return new Tuple(joinItems(left.items, right.items));
  if (isNumber(left) && isNumber(right)) return numeric('+', left, right);
  const complex = complexArithmetic('+', left, right);
  if (complex !== undefined) return complex;
  failOnUndefined(left, right);
  const concatenates = isText(left) ? typeName(left) !== 'Markup' : isSequence(left);
  if (concatenates) {
    const kind = isText(left) ? 'str' : left instanceof Tuple ? 'tuple' : 'list';
    throw typeError(`can only concatenate ${kind} (not "${typeName(right)}") to ${kind}`);
  }
  throw unsupported('+', left, right);
}

export function multiply(left: Value, right: Value): Value {
  if (isNumber(left) && isNumber(right)) return numeric('*', left, right);
  const complex = complexArithmetic('*', left, right);
  if (complex !== undefined) return complex;
  if (isMarkup(left)) return repeatMarkup(left, right);
  failOnUndefined(left, right);
  if (isMarkup(right)) return repeatMarkup(right, left);
  if (isSequence(left)) return repeatSequence(left, right);
  if (isSequence(right)) return repeatSequence(right, left);
  throw unsupported('*', left, right);
}

/** Any operator but `+`, `*` and a str's `%`: numbers only. */
export function arithmetic(operator: Operator, left: Value, right: Value): Value {
  if (operator === '+') return add(left, right);
  if (operator === '*') return multiply(left, right);
  if (isNumber(left) && isNumber(right)) return numeric(operator, left, right);
  const complex = complexArithmetic(operator, left, right);
  if (complex !== undefined) return complex;
  failOnUndefined(left, right);
  throw unsupported(operator === '**' ? '** or pow()' : operator, left, right);
}

export function negate(value: Value): Value {
  if (value instanceof Float) return new Float(-value.value);
  if (isInt(value)) return int(-BigInt(value));
  if (value instanceof Complex) return negated(value);
  if (value instanceof Undefined) throw undefinedError(value);
  throw typeError(`bad operand type for unary -: '${typeName(value)}'`);
}

export function plus(value: Value): Value {
  if (value instanceof Float) return value;
  if (isInt(value)) return toInt(value);
  if (value instanceof Complex) return value;
  if (value instanceof Undefined) throw undefinedError(value);
  throw typeError(`bad operand type for unary +: '${typeName(value)}'`);
}

type Number_ = number | bigint | boolean | Float;

function numeric(operator: Operator, left: Number_, right: Number_): Value {
  if (left instanceof Float || right instanceof Float) {
    const [a, b] = [toDouble(left), toDouble(right)];
    return operator === '**' ? power(a, b) : new Float(FLOAT[operator](a, b));
  }
  return integer(operator, toInt(left), toInt(right));
}

const zeroDivision = (message: string) => new PythonError('ZeroDivisionError', message);

const FLOAT: Readonly<Record<Exclude<Operator, '**'>, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => {
    if (right === 0) throw zeroDivision('float division by zero');
    return left / right;
  },
  '//': (left, right) => {
    if (right === 0) throw zeroDivision('float floor division by zero');
    return floorDivide(left, right);
  },
  '%': (left, right) => {
    if (right === 0) throw zeroDivision('float modulo');
    return modulo(left, right);
  },
};

/** Remainder with the sign of the divisor. */
function modulo(left: number, right: number): number {
  const rest = left % right;
  if (rest === 0) return right < 0 ? -0 : 0;
  return rest < 0 !== right < 0 ? rest + right : rest;
}

function floorDivide(left: number, right: number): number {
  const rest = left % right;
  const exact = (left - rest) / right;
  const quotient = rest !== 0 && rest < 0 !== right < 0 ? exact - 1 : exact;
  if (quotient === 0) return left / right < 0 || Object.is(left / right, -0) ? -0 : 0;
  const floor = Math.floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

/** Complex where no real number is one. */
function power(base: number, exponent: number): Float | Complex {
  if (base === 0 && exponent < 0) throw zeroDivision('0.0 cannot be raised to a negative power');
  if (base === 1 || exponent === 0) return new Float(1);
  if (base === -1 && !Number.isFinite(exponent) && !Number.isNaN(exponent)) return new Float(1);
  const result = realPower(base, exponent);
  if (Number.isNaN(result) && !Number.isNaN(base) && !Number.isNaN(exponent)) {
    return complexPower(new Complex(base, 0), new Complex(exponent, 0));
  }
  if (!Number.isFinite(result) && Number.isFinite(base) && Number.isFinite(exponent)) {
    throw overflowError("(34, 'Numerical result out of range')");
  }
  return new Float(result);
}

function realPower(base: number, exponent: number): number {
  if (!Number.isFinite(base) || !Number.isFinite(exponent) || base === 0) return base ** exponent;
  if (base > 0) return positivePower(base, exponent);
  if (!Number.isInteger(exponent)) return NaN;
  const result = positivePower(-base, exponent);
  return exponent % 2 === 0 ? result : -result;
}

function integer(operator: Operator, left: Int, right: Int): Value {
  switch (operator) {
    case '/':
      return new Float(trueDivide(left, right));
    case '**':
      return integerPower(left, right);
    case '//':
      if (!right) throw zeroDivision('integer division or modulo by zero');
      return floorQuotient(left, right);
    case '%':
      if (!right) throw zeroDivision('integer modulo by zero');
      return floorRemainder(left, right);
    default:
      return exact(operator, left, right);
  }
}

function exact(operator: '+' | '-' | '*', left: Int, right: Int): Int {
  if (typeof left === 'number' && typeof right === 'number') {
    const fast = operator === '+' ? left + right : operator === '-' ? left - right : left * right;
    if (Number.isSafeInteger(fast)) return fast + 0;
  }
  const a = BigInt(left);
  const b = BigInt(right);
  if (operator === '*') chargeBits(bits(a) + bits(b));
  return int(operator === '+' ? a + b : operator === '-' ? a - b : a * b);
}

function floorRemainder(left: Int, right: Int): Int {
  if (typeof left === 'number' && typeof right === 'number') return modulo(left, right) + 0;
  const a = BigInt(left);
  const b = BigInt(right);
  const rest = a % b;
  return int(rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest);
}

function floorQuotient(left: Int, right: Int): Int {
  const a = BigInt(left);
  const b = BigInt(right);
  const quotient = a / b;
  return int(a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient);
}

/** Correctly rounded, at any size. */
function trueDivide(left: Int, right: Int): number {
  if (!right) throw zeroDivision('division by zero');
  if (typeof left === 'number' && typeof right === 'number') return left / right;
  const a = BigInt(left);
  const b = BigInt(right);
  const top = a < 0n ? -a : a;
  const bottom = b < 0n ? -b : b;
  const sign = a < 0n === b < 0n ? 1 : -1;
  const shift = Math.min(1100, Math.max(0, 66 - (bits(top) - bits(bottom))));
  const scaled = top << BigInt(shift);
  const quotient = scaled / bottom;
  const sticky = scaled % bottom === 0n ? quotient : quotient | 1n;
  const half = shift >> 1;
  const result = (Number(sticky) / 2 ** half / 2 ** (shift - half)) * sign;
  if (!Number.isFinite(result)) throw overflowError('integer division result too large for a float');
  return result;
}

function integerPower(base: Int, exponent: Int): Value {
  if (exponent < 0) return power(toDouble(base), toDouble(exponent));
  if (typeof base === 'number' && typeof exponent === 'number') {
    const fast = base ** exponent;
    if (Number.isSafeInteger(fast)) return fast;
  }
  const b = BigInt(base);
  if (b === 0n || b === 1n) return int(b);
  if (b === -1n) return BigInt(exponent) % 2n === 0n ? 1 : -1;
  chargeBits(bits(b) * Number(exponent));
  return int(b ** BigInt(exponent));
}

/** About the number of bits. */
const bits = (value: bigint): number => value.toString(16).length * 4;

/** Big numbers cost as texts do. */
function chargeBits(count: number): void {
  chargeText(count >= 64 ? Math.ceil(count / 8) : 8);
  if (count > 2 ** 20) charge(count / 2 ** 10);
}

function isSequence(value: Value): value is string | List | Tuple {
  return isText(value) || value instanceof List || value instanceof Tuple;
}

/** Markup's own multiplication words its refusal otherwise. */
function repeatMarkup(text: Value, count: Value): Value {
  if (!isInt(count)) throw typeError(`'${typeName(count)}' object cannot be interpreted as an integer`);
  return repeatSequence(text, count);
}

function repeatSequence(sequence: Value, count: Value): Value {
  if (!isInt(count)) throw typeError(`can't multiply sequence by non-int of type '${typeName(count)}'`);
  const whole = toInt(count);
  if (typeof whole === 'bigint' && BigInt.asIntN(64, whole) !== whole)
    throw overflowError("cannot fit 'int' into an index-sized integer");
  const times = Math.max(0, Number(whole));
  if (isText(sequence)) return textOf(sequence) === '' ? sequence : repeat(sequence, times);
  const { items } = sequence as List | Tuple;
  charge(items.length * times, items.length * times * 8);
  const repeated: Value[] = [];
  if (items.length > 0) for (let i = 0; i < times; i++) repeated.push(...items);
  return sequence instanceof List ? new List(repeated) : new Tuple(repeated);
}

function joinItems(left: readonly Value[], right: readonly Value[]): Value[] {
  charge((left.length + right.length) >> 3, (left.length + right.length) * 8);
  return left.concat(right);
}

function failOnUndefined(left: Value, right: Value): void {
  if (left instanceof Undefined) throw undefinedError(left);
  if (right instanceof Undefined) throw undefinedError(right);
}

function unsupported(operator: string, left: Value, right: Value): PythonError {
  return typeError(
    `unsupported operand type(s) for ${operator}: '${typeName(left)}' and '${typeName(right)}'`,
  );
}
