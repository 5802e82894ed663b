/** Python's range, lazy, with the sandbox's limit. */
import { BoundMethod, FunctionValue, native, python, type Builtin } from '../../evaluate/callable.ts';
import { overflowError, typeError, valueError } from '../../values/errors.ts';
import { int, isInt, toInt, type Int } from '../../values/numbers.ts';
import { repr } from '../../values/print.ts';
import { resolveSlice, SliceValue } from '../../values/sequence.ts';
import { Float, PyObject, type Tuple, type Value, type ValueIterator } from '../../values/types.ts';
import { indexOf } from '../coerce.ts';
import type { Reversible } from '../sequence/reversed.ts';

const MAX_RANGE = 100_000;
const MAX_SSIZE = 2n ** 63n - 1n;

export class RangeObject extends PyObject implements Reversible {
  override readonly typeName = 'range';
  readonly reversedTypeName = 'range_iterator';

  constructor(
    readonly start: bigint,
    readonly stop: bigint,
    readonly step: bigint,
    private readonly count: number,
  ) {
    super();
  }

  private at(index: number): Int {
    return int(this.start + this.step * BigInt(index));
  }

  private items(from: number, by: 1 | -1): ValueIterator {
    let index = from;
    return {
      next: () => {
        if (index < 0 || index >= this.count) return undefined;
        const value = this.at(index);
        index += by;
        return value;
      },
    };
  }

  override iterate(): ValueIterator {
    return this.items(0, 1);
  }

  reversedItems(): ValueIterator {
    return this.items(this.count - 1, -1);
  }

  override length(): number {
    return this.count;
  }

  override getItem(key: Value): Value | undefined {
    if (key instanceof SliceValue) return this.slice(key);
    if (!isInt(key)) return undefined;
    const index = Number(toInt(key));
    const place = index < 0 ? index + this.count : index;
    return place >= 0 && place < this.count ? this.at(place) : undefined;
  }

  private slice(slice: SliceValue): RangeObject {
    const { start, step, count } = resolveSlice(slice, this.count);
    const from = this.start + this.step * BigInt(start);
    const stop = slice.stop === null && step > 0 ? this.count : this.stopOf(slice, step);
    return new RangeObject(from, this.start + this.step * BigInt(stop), this.step * BigInt(step), count);
  }

  /** Where a slice stops, counted in items of this range: -1 is before the first. */
  private stopOf(slice: SliceValue, step: number): number {
    if (slice.stop === null) return -1;
    const stop = Number(indexOf(slice.stop));
    const low = step > 0 ? 0 : -1;
    const high = step > 0 ? this.count : this.count - 1;
    return Math.min(Math.max(stop < 0 ? stop + this.count : stop, low), high);
  }

  /** The place of a number in the range, or -1. */
  private placeOf(value: Value): number {
    const number = value instanceof Float && Number.isInteger(value.value) ? BigInt(value.value) : value;
    if (!isInt(number)) return -1;
    const distance = BigInt(toInt(number)) - this.start;
    if (distance % this.step !== 0n) return -1;
    const place = distance / this.step;
    return place >= 0n && place < BigInt(this.count) ? Number(place) : -1;
  }

  override contains(item: Value): boolean {
    return this.placeOf(item) >= 0;
  }

  override equals(other: Value): boolean {
    if (!(other instanceof RangeObject) || other.count !== this.count) return false;
    if (this.count === 0) return true;
    return other.start === this.start && (this.count === 1 || other.step === this.step);
  }

  override repr(): string {
    const end = this.step === 1n ? '' : `, ${this.step}`;
    return `range(${this.start}, ${this.stop}${end})`;
  }

  override getAttribute(name: string): Value | undefined {
    if (name === 'start' || name === 'stop' || name === 'step') return int(this[name]);
    const method = METHODS.get(name);
    return method && new BoundMethod(this, method, 'range');
  }

  indexOf(value: Value): number {
    const place = this.placeOf(value);
    if (place >= 0) return place;
    throw valueError(
      isInt(value) ? `${repr(value)} is not in range` : 'sequence.index(x): x not in sequence',
    );
  }
}

const METHODS: ReadonlyMap<string, Builtin> = new Map([
  [
    'index',
    native('index', 'range.index(value, /)', (_rt, self, value) => (self as RangeObject).indexOf(value)),
  ],
  [
    'count',
    native('count', 'range.count(value, /)', (_rt, self, value) =>
      Number((self as RangeObject).contains(value)),
    ),
  ],
]);

function countOf(start: bigint, stop: bigint, step: bigint): bigint {
  const span = step > 0n ? stop - start : start - stop;
  const size = step > 0n ? step : -step;
  return span <= 0n ? 0n : (span + size - 1n) / size;
}

function rangeOf(args: readonly Value[]): RangeObject {
  if (args.length === 0) throw typeError('range expected at least 1 argument, got 0');
  if (args.length > 3) throw typeError(`range expected at most 3 arguments, got ${args.length}`);
  const [first = 0n, second, third] = args.map((arg) => BigInt(indexOf(arg)));
  const step = third ?? 1n;
  if (step === 0n) throw valueError('range() arg 3 must not be zero');
  const [start, stop] = second === undefined ? [0n, first] : [first, second];
  const count = countOf(start, stop, step);
  if (count > MAX_SSIZE) throw overflowError('Python int too large to convert to C ssize_t');
  if (count > MAX_RANGE) {
    throw overflowError(`Range too big. The sandbox blocks ranges larger than MAX_RANGE (${MAX_RANGE}).`);
  }
  return new RangeObject(start, stop, step, Number(count));
}

export const range = new FunctionValue(
  python('range', 'safe_range(*args)', (_rt, args) => rangeOf((args as Tuple).items)),
);
