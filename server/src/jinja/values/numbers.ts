/** Python's numbers: int (number or bigint), bool and float, and the ways between them. */
import { overflowError } from './errors.ts';
import { Float, type Value } from './types.ts';

export type Int = number | bigint;

/** The shortest form of an int: a number where a double holds it exactly. */
export function int(value: bigint): Int {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

/** int or bool. */
export function isInt(value: Value): value is number | bigint | boolean {
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
}

/** int, bool or float. */
export function isNumber(value: Value): value is number | bigint | boolean | Float {
  return isInt(value) || value instanceof Float;
}

/** True counts as 1. */
export function toInt(value: number | bigint | boolean): Int {
  return typeof value === 'boolean' ? Number(value) : value;
}

/** Python's float(int): OverflowError where no double is near. */
export function toDouble(value: number | bigint | boolean | Float): number {
  if (value instanceof Float) return value.value;
  const double = Number(value);
  if (!Number.isFinite(double)) throw overflowError('int too large to convert to float');
  return double;
}

/** For exact comparison across int and float, as JavaScript compares number with bigint. */
export function toComparable(value: number | bigint | boolean | Float): number | bigint {
  return value instanceof Float ? value.value : toInt(value);
}

/** The int that a float with an integral value is. */
export function intOfDouble(value: number): Int {
  return Number.isSafeInteger(value) ? value + 0 : BigInt(value);
}
