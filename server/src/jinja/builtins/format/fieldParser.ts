/** Reads the replacement fields of a `str.format` string, with Python's errors. Offsets are UTF-16 units. */
import { asciiDigits } from '../../values/digits.ts';
import { valueError } from '../../values/errors.ts';

/** `{name!conversion:spec}` */
export interface Field {
  readonly name: string;
  readonly conversion: string | null;
  readonly spec: string;
}

/** A stretch of literal text (its range in the format string), or a field. */
export type Segment =
  | { readonly kind: 'literal'; readonly start: number; readonly end: number }
  | { readonly kind: 'field'; readonly field: Field };

/** In order, on demand: what stands before a fault is formatted before the fault is found. */
export function* segments(format: string): Generator<Segment> {
  let at = 0;
  while (at < format.length) {
    const brace = nextBrace(format, at);
    if (brace > at) yield { kind: 'literal', start: at, end: brace };
    if (brace === format.length) return;
    if (format[brace + 1] === format[brace]) {
      yield { kind: 'literal', start: brace, end: brace + 1 };
      at = brace + 2;
    } else if (format[brace] === '}') {
      throw valueError("Single '}' encountered in format string");
    } else {
      const { field, end } = readField(format, brace + 1);
      yield { kind: 'field', field };
      at = end;
    }
  }
}

function nextBrace(format: string, from: number): number {
  for (let at = from; at < format.length; at++) if (format[at] === '{' || format[at] === '}') return at;
  return format.length;
}

function readField(format: string, start: number): { field: Field; end: number } {
  if (start === format.length) throw valueError("Single '{' encountered in format string");
  const nameEnd = endOfName(format, start);
  const name = format.slice(start, nameEnd);
  if (format[nameEnd] === '}') return { field: { name, conversion: null, spec: '' }, end: nameEnd + 1 };
  let at = nameEnd + 1;
  let conversion: string | null = null;
  if (format[nameEnd] === '!') {
    const code = format.codePointAt(at);
    if (code === undefined) throw valueError('end of string while looking for conversion specifier');
    conversion = String.fromCodePoint(code);
    at += conversion.length;
    const after = format[at++];
    if (after === '}') return { field: { name, conversion, spec: '' }, end: at };
    if (after === undefined) throw valueError("unmatched '{' in format spec");
    if (after !== ':') throw valueError("expected ':' after conversion specifier");
  }
  const end = endOfSpec(format, at);
  return { field: { name, conversion, spec: format.slice(at, end) }, end: end + 1 };
}

/** Where the name ends: at `}`, `!` or `:` outside of brackets. */
function endOfName(format: string, start: number): number {
  let inBrackets = false;
  for (let at = start; at < format.length; at++) {
    const char = format[at];
    if (char === '{') throw valueError("unexpected '{' in field name");
    if (char === '[') inBrackets = true;
    else if (char === ']') inBrackets = false;
    else if (!inBrackets && (char === '}' || char === '!' || char === ':')) return at;
  }
  throw valueError("expected '}' before end of string");
}

function endOfSpec(format: string, start: number): number {
  let depth = 1;
  for (let at = start; at < format.length; at++) {
    if (format[at] === '{') depth++;
    else if (format[at] === '}' && --depth === 0) return at;
  }
  throw valueError("unmatched '{' in format spec");
}

/** One step of `a.b[0]`: an attribute, or an item by name or by number. */
export interface Step {
  readonly isAttribute: boolean;
  readonly key: string | number;
}

export interface FieldPath {
  /** What stands before the first `.` or `[`: a number is a position. */
  readonly first: string | number;
  readonly rest: Iterable<Step>;
}

/** Digits may be those of any script. */
const numberIfDigits = (text: string): string | number =>
  /^\p{Nd}+$/u.test(text) ? Number(asciiDigits(text)) : text;

export function splitName(name: string): FieldPath {
  const end = /[.[]/.exec(name)?.index ?? name.length;
  return { first: numberIfDigits(name.slice(0, end)), rest: steps(name, end) };
}

function* steps(name: string, start: number): Generator<Step> {
  let at = start;
  while (at < name.length) {
    const opening = name[at++];
    if (opening === '.') {
      const length = name.slice(at).search(/[.[]/);
      const key = length < 0 ? name.slice(at) : name.slice(at, at + length);
      if (key === '') throw valueError('Empty attribute in format string');
      yield { isAttribute: true, key };
      at += key.length;
    } else if (opening === '[') {
      const close = name.indexOf(']', at);
      if (close < 0) throw valueError("Missing ']' in format string");
      if (close === at) throw valueError('Empty attribute in format string');
      yield { isAttribute: false, key: numberIfDigits(name.slice(at, close)) };
      at = close + 1;
    } else {
      throw valueError("Only '.' or '[' may follow ']' in format field specifier");
    }
  }
}
