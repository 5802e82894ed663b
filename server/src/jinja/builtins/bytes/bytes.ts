/** Python's bytes: what `str.encode` returns. */
import { BoundMethod, native, type Builtin } from '../../evaluate/callable.ts';
import { arrayIterator } from '../../values/iterate.ts';
import { charge } from '../../values/meter.ts';
import { isInt, toInt } from '../../values/numbers.ts';
import { resolveIndex, resolveSlice, SliceValue } from '../../values/sequence.ts';
import { PyObject, type Value, type ValueIterator } from '../../values/types.ts';
import { stringArgument } from '../coerce.ts';
import { codecOf, decode } from './codecs.ts';

const ESCAPES: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' };

export class Bytes extends PyObject {
  override readonly typeName = 'bytes';
  constructor(readonly values: readonly number[]) {
    super();
    charge(values.length >> 3, values.length * 8);
  }

  override length(): number {
    return this.values.length;
  }

  override iterate(): ValueIterator {
    return arrayIterator(this.values);
  }

  override getItem(key: Value): Value | undefined {
    if (isInt(key)) return this.values[resolveIndex(key, this.values.length)];
    if (!(key instanceof SliceValue)) return undefined;
    const { start, step, count } = resolveSlice(key, this.values.length);
    return new Bytes(Array.from({ length: count }, (_, at) => this.values[start + at * step] as number));
  }

  override equals(other: Value): boolean {
    return other instanceof Bytes && other.hex() === this.hex();
  }

  override contains(item: Value): boolean | null {
    if (item instanceof Bytes) return `,${this.values.join()},`.includes(`,${item.values.join()},`);
    return isInt(item) ? this.values.includes(Number(toInt(item))) : null;
  }

  hex(): string {
    return this.values.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  override repr(): string {
    const quote = this.values.includes(39) && !this.values.includes(34) ? '"' : "'";
    const shown = this.values.map((byte) => {
      if (ESCAPES[byte] !== undefined) return ESCAPES[byte];
      if (byte < 32 || byte > 126) return `\\x${byte.toString(16).padStart(2, '0')}`;
      const char = String.fromCharCode(byte);
      return char === quote ? `\\${char}` : char;
    });
    return `b${quote}${shown.join('')}${quote}`;
  }

  override getAttribute(name: string): Value | undefined {
    const method = METHODS.get(name);
    return method && new BoundMethod(this, method, 'bytes');
  }
}

const METHODS: ReadonlyMap<string, Builtin> = new Map([
  [
    'decode',
    native('decode', "bytes.decode(encoding='utf-8', errors='strict')", (_rt, self, encoding) => {
      const name = stringArgument(
        encoding,
        (type) => `decode() argument 'encoding' must be str, not ${type}`,
      );
      return decode((self as Bytes).values, codecOf(name));
    }),
  ],
  ['hex', native('hex', 'bytes.hex()', (_rt, self) => (self as Bytes).hex())],
]);
