/** Python's complex numbers: a fractional power of a negative number is one. */
import { cosine, direction, distance, sine } from './angle.ts';
import { overflowError, PythonError } from './errors.ts';
import { isNumber, toDouble } from './numbers.ts';
import { positivePower } from './pow.ts';
import { reprFloat } from './print.ts';
import { Float, PyObject, type Value } from './types.ts';

export class Complex extends PyObject {
  override readonly typeName = 'complex';
  constructor(
    readonly real: number,
    readonly imag: number,
  ) {
    super();
  }

  override truth(): boolean {
    return this.real !== 0 || this.imag !== 0;
  }

  override equals(other: Value): boolean {
    if (other instanceof Complex) return other.real === this.real && other.imag === this.imag;
    // eslint-disable-next-line eqeqeq -- only == compares a number with a bigint by value
    return this.imag === 0 && isNumber(other) && (other instanceof Float ? other.value : other) == this.real;
  }

  override getAttribute(name: string): Value | undefined {
    return name === 'real' || name === 'imag' ? new Float(this[name]) : undefined;
  }

  override repr(): string {
    const imag = `${short(this.imag)}j`;
    if (Object.is(this.real, 0)) return imag;
    return `(${short(this.real)}${imag.startsWith('-') ? '' : '+'}${imag})`;
  }

  /** Its distance from 0. */
  magnitude(): number {
    const length = distance(this.real, this.imag);
    if (length === Infinity && Number.isFinite(this.real) && Number.isFinite(this.imag))
      throw overflowError('absolute value too large');
    return length;
  }
}

const short = (value: number): string => reprFloat(value).replace(/\.0$/, '');

type Operation = (left: Complex, right: Complex) => Complex;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  '+': (left, right) => new Complex(left.real + right.real, left.imag + right.imag),
  '-': (left, right) => new Complex(left.real - right.real, left.imag - right.imag),
  '*': product,
  '/': (left, right) => {
    if (!right.truth()) throw new PythonError('ZeroDivisionError', 'complex division by zero');
    return quotient(left, right);
  },
  '**': complexPower,
};

/** What an operator makes of two numbers of which one is complex; `undefined` where that is not the case. */
export function complexArithmetic(operator: string, left: Value, right: Value): Complex | undefined {
  if (!(left instanceof Complex || right instanceof Complex)) return undefined;
  const operation = OPERATIONS[operator];
  const [a, b] = [asComplex(left), asComplex(right)];
  return operation === undefined || a === null || b === null ? undefined : operation(a, b);
}

export function negated(value: Complex): Complex {
  return new Complex(-value.real, -value.imag);
}

function asComplex(value: Value): Complex | null {
  if (value instanceof Complex) return value;
  return isNumber(value) ? new Complex(toDouble(value), 0) : null;
}

function product(left: Complex, right: Complex): Complex {
  return new Complex(
    left.real * right.real - left.imag * right.imag,
    left.real * right.imag + left.imag * right.real,
  );
}

/** Scaled by the larger part of the divisor, so that nothing overflows on the way. */
function quotient(left: Complex, right: Complex): Complex {
  if (Math.abs(right.real) >= Math.abs(right.imag)) {
    const ratio = right.imag / right.real;
    const divisor = right.real + right.imag * ratio;
    return new Complex((left.real + left.imag * ratio) / divisor, (left.imag - left.real * ratio) / divisor);
  }
  const ratio = right.real / right.imag;
  const divisor = right.real * ratio + right.imag;
  return new Complex((left.real * ratio + left.imag) / divisor, (left.imag * ratio - left.real) / divisor);
}

/** Whole exponents up to here are multiplied out. */
const MOST_FACTORS = 100;

export function complexPower(base: Complex, exponent: Complex): Complex {
  const whole = exponent.imag === 0 && Number.isInteger(exponent.real);
  const power =
    whole && Math.abs(exponent.real) <= MOST_FACTORS
      ? wholePower(base, exponent.real)
      : polarPower(base, exponent);
  if (Math.abs(power.real) === Infinity || Math.abs(power.imag) === Infinity)
    throw overflowError('complex exponentiation');
  return power;
}

const ONE = new Complex(1, 0);

const failOnZero = () => {
  throw new PythonError('ZeroDivisionError', '0.0 to a negative or complex power');
};

function wholePower(base: Complex, exponent: number): Complex {
  let power = ONE;
  let square = base;
  for (let bits = Math.abs(exponent); bits > 0; bits >>= 1) {
    if (bits & 1) power = product(power, square);
    square = product(square, square);
  }
  if (exponent > 0) return power;
  return power.truth() ? quotient(ONE, power) : failOnZero();
}

function polarPower(base: Complex, exponent: Complex): Complex {
  if (!exponent.truth()) return ONE;
  if (!base.truth()) return exponent.imag !== 0 || exponent.real < 0 ? failOnZero() : new Complex(0, 0);
  const size = distance(base.real, base.imag);
  const angle = direction(base.imag, base.real);
  let length = Number.isFinite(size) ? positivePower(size, exponent.real) : size ** exponent.real;
  let phase = angle * exponent.real;
  if (exponent.imag !== 0) {
    length /= Math.exp(angle * exponent.imag);
    phase += exponent.imag * Math.log(size);
  }
  return new Complex(length * cosine(phase), length * sine(phase));
}
