import { native, python, type Builtin } from '../../evaluate/callable.ts';
import { Complex } from '../../values/complex.ts';
import { overflowError, typeError, undefinedError } from '../../values/errors.ts';
import { intOfDouble, isInt, toDouble, toInt } from '../../values/numbers.ts';
import { isText, textOf } from '../../values/text.ts';
import { Float, Undefined, type Value } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { parseFloatText, parseInteger } from '../text/number.ts';

const DECIMAL = 10;

/** `int(value)` of a float: null for NaN (a ValueError, which the filter answers with its default). */
function truncated(value: number): Value | null {
  if (Number.isNaN(value)) return null;
  if (!Number.isFinite(value)) throw overflowError('cannot convert float infinity to integer');
  return intOfDouble(Math.trunc(value));
}

/** The int a str holds; else that of the float it holds ("42.7" is 42); else null. */
function intOfText(text: string, base: Value): Value | null {
  const exact = isInt(base) ? parseInteger(text, Number(base)) : null;
  if (exact !== null) return exact;
  const float = parseFloatText(text);
  return float === null || !Number.isFinite(float) ? null : truncated(float);
}

function intOf(value: Value, base: Value): Value | null {
  if (value instanceof Undefined) throw undefinedError(value);
  if (isText(value)) return intOfText(textOf(value), base);
  if (isInt(value)) return toInt(value);
  return value instanceof Float ? truncated(value.value) : null;
}

function floatOf(value: Value): Value | null {
  if (value instanceof Undefined) throw undefinedError(value);
  if (value instanceof Float) return value;
  if (isInt(value)) return new Float(toDouble(value));
  const parsed = isText(value) ? parseFloatText(textOf(value)) : null;
  return parsed === null ? null : new Float(parsed);
}

export const numberFilters: readonly Builtin[] = [
  python('int', `do_int(value, default=0, base=${DECIMAL})`, (_rt, value, defaultValue, base) => {
    return intOf(value, base) ?? defaultValue;
  }),
  python(
    'float',
    'do_float(value, default=0.0)',
    (_rt, value, defaultValue) => floatOf(value) ?? defaultValue,
  ),
  native('abs', 'abs(x, /)', (_rt, value) => {
    if (value instanceof Float) return new Float(Math.abs(value.value));
    if (value instanceof Complex) return new Float(value.magnitude());
    if (!isInt(value)) throw typeError(`bad operand type for abs(): '${typeName(value)}'`);
    const int = toInt(value);
    return int < 0 ? -int : int;
  }),
];
