/** `str.format` as the sandbox does it. What a field prints unchanged keeps its origin. */
import type { Runtime } from '../../evaluate/runtime.ts';
import { dictGet } from '../../values/dict.ts';
import { PythonError, typeError, undefinedError, valueError } from '../../values/errors.ts';
import { isInt } from '../../values/numbers.ts';
import { printText, repr } from '../../values/print.ts';
import {
  asPlain,
  concatRaw,
  escape,
  isMarkup,
  isText,
  madeFrom,
  sliceUnits,
  textOf,
} from '../../values/text.ts';
import { Complex } from '../../values/complex.ts';
import { Dict, Float, PyObject, Undefined, type Text, type Value } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { convert, type Conversion } from './convert.ts';
import { segments, splitName, type Field } from './fieldParser.ts';
import { formatComplex } from './specComplex.ts';
import { formatFloat, formatInt } from './specNumber.ts';
import { layoutText } from './specText.ts';

/** A spec may hold fields, and theirs too, but no deeper. */
const MAX_NESTING = 2;

export function formatFields(rt: Runtime, format: Text, args: readonly Value[], mapping: Value): Text {
  const markup = isMarkup(format);
  const parts = new Formatter(rt, args, mapping, markup).parts(format, MAX_NESTING);
  return concatRaw(parts.map(asPlain), markup);
}

class Formatter {
  /** Number of fields without a name so far; null once one had a number. */
  private automatic: number | null = 0;

  constructor(
    private readonly rt: Runtime,
    private readonly args: readonly Value[],
    private readonly mapping: Value,
    private readonly markup: boolean,
  ) {}

  parts(format: Text, nesting: number): Text[] {
    if (nesting < 0) throw valueError('Max string recursion exceeded');
    const parts: Text[] = [];
    for (const segment of segments(textOf(format))) {
      if (segment.kind === 'literal') parts.push(sliceUnits(format, segment.start, segment.end));
      else parts.push(...this.field(segment.field, nesting));
    }
    return parts;
  }

  private field(field: Field, nesting: number): readonly Text[] {
    const value = this.converted(this.value(this.numbered(field.name)), field.conversion);
    const spec = textOf(concatRaw(this.parts(field.spec, nesting - 1)));
    if (!this.markup) return formatted(value, spec);
    return isMarkup(value) && spec === '' ? [value] : formatted(value, spec).map(escape);
  }

  /** The name, or the next number for a field without one. */
  private numbered(name: string): string {
    const mixed = 'cannot switch from manual field specification to automatic field numbering';
    if (name === '') {
      if (this.automatic === null) throw valueError(mixed);
      return String(this.automatic++);
    }
    if (/^\p{Nd}+$/u.test(name)) {
      if (this.automatic !== null && this.automatic > 0) throw valueError(mixed);
      this.automatic = null;
    }
    return name;
  }

  private value(name: string): Value {
    const { first, rest } = splitName(name);
    let value = typeof first === 'number' ? this.position(first) : this.named(first);
    for (const { isAttribute, key } of rest) {
      value = isAttribute ? this.rt.getAttribute(value, String(key)) : this.rt.getItem(value, key);
    }
    return value;
  }

  private position(index: number): Value {
    const value = this.args[index];
    if (value === undefined) throw new PythonError('IndexError', 'tuple index out of range');
    return value;
  }

  private named(name: string): Value {
    const { mapping } = this;
    if (mapping instanceof Undefined) throw undefinedError(mapping);
    if (!(mapping instanceof Dict) && !(mapping instanceof PyObject)) {
      throw typeError(`'${typeName(mapping)}' object is not subscriptable`);
    }
    const found = mapping instanceof Dict ? dictGet(mapping, name) : mapping.getItem(name);
    if (found === undefined) throw new PythonError('KeyError', repr(name));
    return found;
  }

  private converted(value: Value, conversion: string | null): Value {
    if (conversion === null) return value;
    if (conversion === 's' || conversion === 'r' || conversion === 'a') {
      return convert(value, conversion satisfies Conversion);
    }
    throw valueError(`Unknown conversion specifier ${conversion}`);
  }
}

/** Python's `format(value, spec)`: padding and text apart, so that the text keeps its origin. */
function formatted(value: Value, spec: string): readonly Text[] {
  if (isText(value)) {
    const { left, right, units } = layoutText(textOf(value), spec, typeName(value));
    return [left, sliceUnits(value, 0, units), right];
  }
  if (spec === '') return [printText(value)];
  if (isInt(value)) return [madeFrom(formatInt(value, spec), value)];
  if (value instanceof Float) return [madeFrom(formatFloat(value, spec), value)];
  if (value instanceof Complex) return [formatComplex(value, spec)];
  throw typeError(`unsupported format string passed to ${typeName(value)}.__format__`);
}
