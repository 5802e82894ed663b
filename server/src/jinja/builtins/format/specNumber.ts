/** `format(int, spec)` and `format(float, spec)`. */
import { overflowError, valueError } from '../../values/errors.ts';
import { chargeText } from '../../values/meter.ts';
import { toDouble, toInt } from '../../values/numbers.ts';
import { printInt, reprFloat } from '../../values/print.ts';
import type { Float } from '../../values/types.ts';
import { floatText, type FloatStyle } from './decimal.ts';
import { paddedNumber, signOf, type NumberParts } from './padding.ts';
import { parseSpec, unknownCode, type FormatSpec } from './spec.ts';

const RADIX: Readonly<Record<string, number>> = { b: 2, o: 8, d: 10, n: 10, x: 16, X: 16 };
const PREFIX: Readonly<Record<string, string>> = { b: '0b', o: '0o', x: '0x', X: '0X' };
const FLOAT_TYPES = new Set(['e', 'E', 'f', 'F', 'g', 'G', '%']);
const DEFAULTS = { align: '>', type: '' } as const;
const DEFAULT_PRECISION = 6;
const MAX_CODE_POINT = 0x10ffff;

export function formatInt(value: number | bigint | boolean, spec: string): string {
  const typeName = typeof value === 'boolean' ? 'bool' : 'int';
  const parsed = parseSpec(spec, typeName, DEFAULTS);
  const type = parsed.type || 'd';
  if (FLOAT_TYPES.has(type)) return layoutFloat(toDouble(value), parsed);
  const radix = RADIX[type];
  if (radix === undefined && type !== 'c') throw unknownCode(type, typeName);
  refuseForInt(parsed);
  const int = toInt(value);
  if (radix === undefined) return layout({ sign: '', prefix: '', digits: character(int) }, parsed);
  const magnitude = int < 0 ? -int : int;
  const digits = radix === 10 ? printInt(magnitude) : magnitude.toString(radix);
  return layout(
    {
      sign: signOf(int < 0, parsed.sign || '-'),
      prefix: parsed.alternate ? (PREFIX[type] ?? '') : '',
      digits: type === 'X' ? digits.toUpperCase() : digits,
    },
    parsed,
    radix === 10 ? 3 : 4,
  );
}

function refuseForInt(spec: FormatSpec): void {
  if (spec.precision >= 0) throw valueError('Precision not allowed in integer format specifier');
  if (spec.coerceNegativeZero) {
    throw valueError('Negative zero coercion (z) not allowed in integer format specifier');
  }
  if (spec.type !== 'c') return;
  const what = "not allowed with integer format specifier 'c'";
  if (spec.sign !== '') throw valueError(`Sign ${what}`);
  if (spec.alternate) throw valueError(`Alternate form (#) ${what}`);
}

function character(code: number | bigint): string {
  if (code < 0 || code > MAX_CODE_POINT) throw overflowError('%c arg not in range(0x110000)');
  return String.fromCodePoint(Number(code));
}

export function formatFloat(value: Float, spec: string): string {
  const parsed = parseSpec(spec, 'float', DEFAULTS);
  if (parsed.type !== '' && parsed.type !== 'n' && !FLOAT_TYPES.has(parsed.type)) {
    throw unknownCode(parsed.type, 'float');
  }
  return layoutFloat(value.value, parsed);
}

/** A float by a spec whose type is one of floats. */
export function layoutFloat(value: number, spec: FormatSpec): string {
  chargeText(Math.max(spec.precision, 0));
  const body = floatBody(value, spec);
  const isZero = !/[1-9]/.test(body) && Number.isFinite(value);
  const negative = (value < 0 || Object.is(value, -0)) && !(spec.coerceNegativeZero && isZero);
  const upper = spec.type !== '' && 'EFG'.includes(spec.type);
  return layout(
    { sign: signOf(negative, spec.sign || '-'), prefix: '', digits: upper ? body.toUpperCase() : body },
    spec,
    3,
  );
}

function floatBody(value: number, spec: FormatSpec): string {
  const { alternate, precision, type } = spec;
  if (type === '%') return `${floatText(value * 100, 'f', precisionOr(precision), { alternate })}%`;
  if (type === '' && precision < 0) return reprBody(Math.abs(value), alternate);
  if (type === '') return floatText(value, 'g', precision, { alternate, pointed: true });
  const style = type === 'n' ? 'g' : (type.toLowerCase() as FloatStyle);
  return floatText(value, style, precisionOr(precision), { alternate });
}

const precisionOr = (precision: number): number => (precision < 0 ? DEFAULT_PRECISION : precision);

function reprBody(value: number, alternate: boolean): string {
  const text = reprFloat(value);
  return alternate ? text.replace(/^(\d+)e/, '$1.e') : text;
}

/** Groups the digits before the point by `size` and fills up to the width. */
function layout(parts: NumberParts, spec: FormatSpec, size = 3): string {
  const digits = spec.grouping === '' ? parts.digits : grouped(parts, spec, size);
  return paddedNumber({ ...parts, digits }, spec.width, spec.fill, spec.align);
}

function grouped({ sign, prefix, digits }: NumberParts, spec: FormatSpec, size: number): string {
  const [, whole = '', rest = ''] = /^([0-9a-fA-F]*)(.*)$/s.exec(digits) ?? [];
  const zeros = spec.fill === '0' && spec.align === '=';
  const width = zeros ? spec.width - sign.length - prefix.length - rest.length : 0;
  chargeText(Math.max(width, 0));
  let count = Math.max(whole.length, width - Math.floor(width / (size + 1)) + 1);
  while (count > whole.length && count - 1 + Math.floor((count - 2) / size) >= width) count--;
  const filled = whole.padStart(count, '0');
  const head = filled.length % size || size;
  let text = filled.slice(0, head);
  for (let at = head; at < filled.length; at += size) text += spec.grouping + filled.slice(at, at + size);
  return text + rest;
}
