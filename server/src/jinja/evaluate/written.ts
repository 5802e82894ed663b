/** A constant that the compiler found: it is written as Python source, and made anew each time that is run. */
import type { Span } from '../syntax/ast.ts';
import { literalLeaf } from '../trace/build.ts';
import { Complex } from '../values/complex.ts';
import { dictEntries, dictSet } from '../values/dict.ts';
import { PythonError } from '../values/errors.ts';
import { printInt, reprFloat } from '../values/print.ts';
import { Dict, Float, List, Str, Tuple, type Value } from '../values/types.ts';
import { CompileFailure } from './failure.ts';
import type { Evaluate } from './frame.ts';

export function compileWritten(value: Value, span: Span, traced: boolean): Evaluate {
  const name = nameIn(value);
  if (name !== null) {
    return (f) => {
      f.rt.at = span;
      throw new PythonError('NameError', `name '${name}' is not defined`);
    };
  }
  const made = (): Value => copied(value, span, traced);
  if (value instanceof List || value instanceof Tuple || value instanceof Dict) return made;
  const constant = made();
  return () => constant;
}

/** `inf` or `nan` where the source has one: names to Python, and nothing defines them. */
function nameIn(value: Value): string | null {
  if (value instanceof Float && !Number.isFinite(value.value)) return reprFloat(value.value).replace('-', '');
  if (value instanceof Complex) return nameInComplex(value);
  if (value instanceof List || value instanceof Tuple) return firstName(value.items);
  if (value instanceof Dict) return firstName(dictEntries(value).flat());
  return null;
}

/** Its parts are written as numbers of their own, one of them with a `j`. */
function nameInComplex({ real, imag }: Complex): string | null {
  if (!Number.isFinite(real)) return reprFloat(real).replace('-', '');
  return Number.isFinite(imag) ? null : `${reprFloat(imag).replace('-', '')}j`;
}

function firstName(values: readonly Value[]): string | null {
  for (const value of values) {
    const name = nameIn(value);
    if (name !== null) return name;
  }
  return null;
}

/** What is written as a sum has no negative zeros; an imaginary part alone may be negated whole. */
function asSum({ real, imag }: Complex): Complex {
  if (!Object.is(real, 0)) return new Complex(real + 0, imag + 0);
  return imag < 0 || Object.is(imag, -0) ? new Complex(-0, imag) : new Complex(0, imag);
}

/** @throws CompileFailure for an int that has more digits than Python writes */
export function checkWritable(value: Value, span: Span): void {
  if (typeof value === 'bigint') checkDigits(value, span);
  else if (value instanceof List || value instanceof Tuple)
    value.items.forEach((item) => checkWritable(item, span));
  else if (value instanceof Dict)
    dictEntries(value).forEach((entry) => checkWritable(new Tuple(entry), span));
}

function checkDigits(value: bigint, span: Span): void {
  try {
    printInt(value);
  } catch (failure) {
    if (failure instanceof PythonError) throw new CompileFailure(failure.type, failure.message, span);
    throw failure;
  }
}

function copied(value: Value, span: Span, traced: boolean): Value {
  if (value instanceof Complex) return asSum(value);
  if (value instanceof List) return new List(value.items.map((item) => copied(item, span, traced)));
  if (value instanceof Tuple) return new Tuple(value.items.map((item) => copied(item, span, traced)));
  if (value instanceof Dict) {
    const dict = new Dict();
    for (const [key, held] of dictEntries(value)) {
      dictSet(dict, copied(key, span, traced), copied(held, span, traced));
    }
    return dict;
  }
  if (!traced || !(typeof value === 'string' || value instanceof Str)) return value;
  const [text, markup] = value instanceof Str ? [value.text, value.markup] : [value, false];
  return new Str(text, literalLeaf(text.length, span), markup);
}
