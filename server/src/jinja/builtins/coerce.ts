/** Python's implicit conversions of arguments, with the TypeErrors they end in. */
import { overflowError, typeError, undefinedError } from '../values/errors.ts';
import { isInt, toInt } from '../values/numbers.ts';
import { asPlain, isText, textOf } from '../values/text.ts';
import { printText } from '../values/print.ts';
import { Undefined } from '../values/types.ts';
import type { Text, Value } from '../values/types.ts';
import { typeName } from '../values/typename.ts';

/** What `__index__` gives: an int. */
export function indexOf(value: Value): number | bigint {
  if (isInt(value)) return toInt(value);
  throw typeError(`'${typeName(value)}' object cannot be interpreted as an integer`);
}

/** A count of Python's own functions, which have no limit (beyond 2 ** 53 only its magnitude counts). */
export function countOf(value: Value): number {
  return Number(indexOf(value));
}

/** A size that C code takes. */
export function sizeOf(value: Value): number {
  return within(countOf(value), 2 ** 63, 'Python int too large to convert to C ssize_t');
}

/** A flag or a small number that C code takes as an int. */
export function smallOf(value: Value): number {
  return within(countOf(value), 2 ** 31, 'Python int too large to convert to C int');
}

/** Python's `" " * value`: how many times, at least 0. */
export function timesOf(value: Value): number {
  if (isInt(value)) {
    const times = Number(toInt(value));
    return Math.max(0, within(times, 2 ** 63, "cannot fit 'int' into an index-sized integer"));
  }
  if (value instanceof Undefined) throw undefinedError(value);
  throw typeError(`can't multiply sequence by non-int of type '${typeName(value)}'`);
}

function within(value: number, limit: number, refusal: string): number {
  if (value >= limit || value < -limit) throw overflowError(refusal);
  return value;
}

/** `soft_str`: a str as it is (Markup stays Markup), anything else printed. */
export function softText(value: Value): Text {
  return printText(value);
}

/** `str(value)`: Markup becomes a plain str; origins stay. */
export function plainText(value: Value): Text {
  return asPlain(printText(value));
}

/** The same for functions whose arguments are checked before they run: they say None, not NoneType. */
export function checkedString(value: Value, what: string): string {
  return stringArgument(value, (type) => `${what} must be str, not ${value === null ? 'None' : type}`);
}

/** The characters of a str argument; `refusal` words the TypeError for anything else. */
export function stringArgument(value: Value, refusal: (typeName: string) => string): string {
  if (isText(value)) return textOf(value);
  throw typeError(refusal(typeName(value)));
}
