import { python, type Builtin } from '../../evaluate/callable.ts';
import { arithmetic } from '../../values/arithmetic.ts';
import { equal } from '../../values/equal.ts';
import { overflowError, typeError, valueError } from '../../values/errors.ts';
import { hashKey } from '../../values/hash.ts';
import { charge } from '../../values/meter.ts';
import { int, intOfDouble, isInt, isNumber, toInt, type Int } from '../../values/numbers.ts';
import { Float, type Value } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { countOf } from '../coerce.ts';
import { filterArgumentError } from '../errors.ts';
import { divideHalfEven, roundedTo } from '../format/decimal.ts';

/** Python's `round(value, digits)`: ties to even, of the exact decimal value. */
function round(value: Value, precision: Value): Value {
  if (value instanceof Float) return roundFloat(value, precision);
  if (!isInt(value)) throw typeError(`type ${typeName(value)} doesn't define __round__ method`);
  return precision === null ? toInt(value) : roundInt(toInt(value), countOf(precision));
}

function roundFloat({ value }: Float, precision: Value): Value {
  if (precision !== null) return new Float(roundedTo(value, countOf(precision)));
  if (Number.isNaN(value)) throw valueError('cannot convert float NaN to integer');
  if (!Number.isFinite(value)) throw overflowError('cannot convert float infinity to integer');
  return intOfDouble(roundedTo(value, 0));
}

function roundInt(value: Int, digits: number): Int {
  if (digits >= 0) return value;
  const magnitude = BigInt(value < 0 ? -value : value);
  if (-digits > magnitude.toString().length) return 0;
  charge(-digits);
  const unit = 10n ** BigInt(-digits);
  const rounded = divideHalfEven(magnitude, unit) * unit;
  return int(value < 0 ? -rounded : rounded);
}

/** `math.ceil` or `math.floor` of the value moved by `precision` digits, and moved back: always a float. */
function roundTowards(value: Value, precision: Value, direction: (value: number) => number): Value {
  const scale = arithmetic('**', 10, precision);
  const moved = arithmetic('*', value, scale);
  if (!isNumber(moved)) throw typeError(`must be real number, not ${typeName(moved)}`);
  const whole = moved instanceof Float ? wholeOf(direction(moved.value)) : toInt(moved);
  return arithmetic('/', whole, scale);
}

function wholeOf(value: number): Int {
  if (Number.isNaN(value)) throw valueError('cannot convert float NaN to integer');
  if (!Number.isFinite(value)) throw overflowError('cannot convert float infinity to integer');
  return intOfDouble(value);
}

const DIRECTIONS: readonly (readonly [string, (value: number) => number])[] = [
  ['ceil', Math.ceil],
  ['floor', Math.floor],
];

export const roundFilter: Builtin = python(
  'round',
  "do_round(value, precision=0, method='common')",
  (_rt, value, precision, method) => {
    hashKey(method); // it is looked up in a set
    if (equal(method, 'common')) return round(value, precision);
    const direction = DIRECTIONS.find(([name]) => equal(method, name));
    if (!direction) throw filterArgumentError('method must be common, ceil or floor');
    return roundTowards(value, precision, direction[1]);
  },
);
