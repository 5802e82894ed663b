/** Python's indices and slices. */
import { codePointLength, hasSurrogates, unitOffset } from './codepoints.ts';
import { typeError, valueError } from './errors.ts';
import { charge } from './meter.ts';
import { isInt, toInt } from './numbers.ts';
import { concatRaw, characterAt, sliceUnits, textOf, isMarkup } from './text.ts';
import { List, PyObject, Tuple, type Text, type Value } from './types.ts';
import { typeName } from './typename.ts';

/** A slice as an index: what `a[1:2]` hands to an object. */
export class SliceValue extends PyObject {
  override readonly typeName = 'slice';
  constructor(
    readonly start: Value,
    readonly stop: Value,
    readonly step: Value,
  ) {
    super();
  }
}

/** Which items a slice takes: from `start`, `count` times, `step` apart. */
export interface Cut {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

/** Resolves a slice against a length, with Python's errors. */
export function resolveSlice(slice: SliceValue, length: number): Cut {
  const step = slice.step === null ? 1 : bound(slice.step);
  if (step === 0) throw valueError('slice step cannot be zero');
  const low = step > 0 ? 0 : -1;
  const high = step > 0 ? length : length - 1;
  const within = (value: number) => Math.min(Math.max(value < 0 ? value + length : value, low), high);
  const start = slice.start === null ? (step > 0 ? low : high) : within(bound(slice.start));
  const stop = slice.stop === null ? (step > 0 ? high : low) : within(bound(slice.stop));
  const count = Math.max(0, Math.ceil((stop - start) / step));
  return { start, step, count };
}

/** Where an index counts from the end: the place in `0 .. length - 1`, or -1 outside. */
export function resolveIndex(index: number | bigint | boolean, length: number): number {
  const at = Number(toInt(index));
  const place = at < 0 ? at + length : at;
  return place >= 0 && place < length ? place : -1;
}

export function sliceItems(items: readonly Value[], slice: SliceValue): Value[] {
  const { start, step, count } = resolveSlice(slice, items.length);
  charge(count >> 3, count * 8);
  if (step === 1) return items.slice(start, start + count);
  return Array.from({ length: count }, (_, i) => items[start + i * step] as Value);
}

export function sliceSequence(value: List | Tuple, slice: SliceValue): List | Tuple {
  const items = sliceItems(value.items, slice);
  return value instanceof List ? new List(items) : new Tuple(items);
}

export function sliceText(text: Text, slice: SliceValue): Text {
  const plain = textOf(text);
  const { start, step, count } = resolveSlice(slice, codePointLength(plain));
  if (step === 1) {
    if (!hasSurrogates(plain)) return sliceUnits(text, start, start + count);
    return sliceUnits(text, unitOffset(plain, start), unitOffset(plain, start + count));
  }
  const offsets = hasSurrogates(plain) ? null : plain;
  charge(count * (offsets === null ? plain.length : 1), count * 16);
  const parts = Array.from({ length: count }, (_, i) => characterAt(text, start + i * step));
  return concatRaw(parts, isMarkup(text));
}

export function bound(value: Value): number {
  if (isInt(value)) return Number(toInt(value));
  throw typeError('slice indices must be integers or None or have an __index__ method');
}

/** Python's message for an index of the wrong type: "list indices must be integers or slices, not str". */
export const badIndex = (container: string, index: Value) =>
  typeError(`${container} indices must be integers or slices, not ${typeName(index)}`);
