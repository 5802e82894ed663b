/** Numbers as bytes and as hexadecimal text: `int.to_bytes`, `int.from_bytes`, `float.fromhex`. */
import { native, type Builtin } from '../../evaluate/callable.ts';
import { overflowError, typeError, valueError } from '../../values/errors.ts';
import { isIterable, toArray } from '../../values/iterate.ts';
import { charge } from '../../values/meter.ts';
import { int, toInt } from '../../values/numbers.ts';
import { isText } from '../../values/text.ts';
import { isTrue } from '../../values/truth.ts';
import { Float, type Value } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { Bytes } from '../bytes/bytes.ts';
import { indexOf, sizeOf, stringArgument } from '../coerce.ts';

/** Whether the first byte is the most significant one. */
function isBigEndian(order: Value, method: string): boolean {
  const text = stringArgument(order, (type) => `${method}() argument 'byteorder' must be str, not ${type}`);
  if (text !== 'big' && text !== 'little') throw valueError("byteorder must be either 'little' or 'big'");
  return text === 'big';
}

function toBytes(value: bigint, size: number, bigEndian: boolean, signed: boolean): Bytes {
  if (value < 0n && !signed) throw overflowError("can't convert negative int to unsigned");
  const bits = 8 * size;
  const fits = signed ? BigInt.asIntN(bits, value) === value : BigInt.asUintN(bits, value) === value;
  if (!fits) throw overflowError('int too big to convert');
  charge(size);
  const unsigned = BigInt.asUintN(bits, value);
  const bytes = Array.from({ length: size }, (_, at) => Number((unsigned >> BigInt(8 * at)) & 0xffn));
  return new Bytes(bigEndian ? bytes.reverse() : bytes);
}

function bytesOf(value: Value): readonly number[] {
  if (value instanceof Bytes) return value.values;
  if (isText(value) || !isIterable(value))
    throw typeError(`cannot convert '${typeName(value)}' object to bytes`);
  return toArray(value).map((item) => {
    const byte = indexOf(item);
    if (byte < 0 || byte > 255) throw valueError('bytes must be in range(0, 256)');
    return Number(byte);
  });
}

export const intWireMethods: readonly Builtin[] = [
  native(
    'to_bytes',
    "int.to_bytes(length=1, byteorder='big', *, signed=False)",
    (_rt, self, length, byteorder, signed) => {
      const size = sizeOf(length);
      const bigEndian = isBigEndian(byteorder as Value, 'to_bytes');
      if (size < 0) throw valueError('length argument must be non-negative');
      const value = BigInt(toInt(self as number | bigint | boolean));
      return toBytes(value, size, bigEndian, isTrue(signed as Value));
    },
  ),
  native(
    'from_bytes',
    "int.from_bytes(bytes, byteorder='big', *, signed=False)",
    (_rt, _self, source, byteorder, signed) => {
      const bigEndian = isBigEndian(byteorder as Value, 'from_bytes');
      const bytes = [...bytesOf(source as Value)];
      if (!bigEndian) bytes.reverse();
      const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
      const value = BigInt(`0x0${digits}`);
      return int(isTrue(signed as Value) ? BigInt.asIntN(8 * bytes.length, value) : value);
    },
  ),
];

const HEX =
  /^([-+]?)(?:(inf(?:inity)?|nan)|(?:0x)?(?=\.?[0-9a-f])([0-9a-f]*)\.?([0-9a-f]*)(?:p([-+]?\d+))?)$/i;

/** Beyond these exponents there is nothing but zero and infinity. */
const FARTHEST = 100_000;

function fromHex(text: string): Float {
  const match = HEX.exec(text.trim());
  if (!match) throw valueError('invalid hexadecimal floating-point string');
  const [, sign, name, whole = '', fraction = '', power = '0'] = match;
  const magnitude =
    name === undefined
      ? scaled(BigInt(`0x0${whole}${fraction}`), Number(power) - 4 * fraction.length)
      : name.toLowerCase() === 'nan'
        ? NaN
        : Infinity;
  if (name === undefined && magnitude === Infinity)
    throw overflowError('hexadecimal value too large to represent as a float');
  return new Float(sign === '-' ? -magnitude : magnitude);
}

/** `digits * 2 ** power`, rounded once. */
function scaled(digits: bigint, power: number): number {
  const shift = Math.max(-FARTHEST, Math.min(FARTHEST, power));
  if (shift >= 0) return Number(digits << BigInt(shift));
  // The smallest double is 2 ** -1074: what lies below it rounds there.
  const below = Math.max(0, -shift - 1074);
  const unit = 1n << BigInt(below);
  const kept = digits / unit;
  const rest = (digits % unit) * 2n;
  const up = rest > unit || (rest === unit && (kept & 1n) === 1n);
  const exact = Number(up ? kept + 1n : kept);
  const left = shift + below;
  const half = Math.trunc(left / 2);
  return exact * 2 ** half * 2 ** (left - half);
}

export const floatWireMethods: readonly Builtin[] = [
  native('fromhex', 'float.fromhex(string, /)', (_rt, _self, text) =>
    fromHex(stringArgument(text as Value, () => 'bad argument type for built-in operation')),
  ),
];
