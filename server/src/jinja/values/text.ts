/**
 * Python's str in its two forms, `string` and `Str`: cutting and joining that keeps the origin of every
 * character and Markup's escaping. Offsets named `unit` are UTF-16 units, others code points.
 */
import { join as joinProvenance, madeLeaf, originOf, unknownLeaf } from '../trace/build.ts';
import type { Joined, Provenance } from '../trace/provenance.ts';
import { codePointLength, hasSurrogates, unitOffset } from './codepoints.ts';
import { chargeJoin, chargeText } from './meter.ts';
import { Dict, List, Str, type InputPath, type Text, type Value } from './types.ts';

export function isText(value: Value): value is Text {
  return typeof value === 'string' || value instanceof Str;
}

export function isPlainText(value: Value): value is Text {
  return typeof value === 'string' || (value instanceof Str && !value.markup);
}

export function textOf(text: Text): string {
  return typeof text === 'string' ? text : text.text;
}

export function isMarkup(value: Value): value is Str {
  return value instanceof Str && value.markup;
}

/** The same text as Markup (`|safe`). */
export function asMarkup(text: Text): Str {
  if (typeof text === 'string') return new Str(text, null, true);
  return text.markup ? text : new Str(text.text, text.provenance, true);
}

/** The same text as a plain str. */
export function asPlain(text: Text): Text {
  if (typeof text === 'string' || !text.markup) return text;
  return text.provenance === null ? text.text : new Str(text.text, text.provenance);
}

/** `text` with the Markup of `like`: what str methods of Markup return. */
export function likeMarkup(like: Text, text: Text): Text {
  return isMarkup(like) ? asMarkup(text) : text;
}

/** Part of a text by UTF-16 offsets (0 <= start <= end <= length). Keeps origin and Markup. */
export function sliceUnits(text: Text, start: number, end: number): Text {
  if (typeof text === 'string') return text.slice(start, end);
  if (start === 0 && end === text.text.length) return text;
  return text.cut(start, end);
}

/** One code point, by its index (0 .. length - 1). */
export function characterAt(text: Text, index: number): Text {
  const plain = textOf(text);
  if (!hasSurrogates(plain)) return sliceUnits(text, index, index + 1);
  const start = unitOffset(plain, index);
  return sliceUnits(text, start, start + unitOffset(plain.slice(start, start + 2), 1));
}

/** Joins as they are, without escaping: Markup only if `markup`. */
export function concatRaw(parts: readonly Text[], markup = false): Text {
  let traced = false;
  let length = 0;
  let largest = 0;
  for (const part of parts) {
    const own = textOf(part).length;
    length += own;
    if (own > largest) largest = own;
    traced ||= typeof part !== 'string' && part.hasOrigin;
  }
  chargeJoin(length, length - largest);
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : part.text;
  if (!traced) return markup ? new Str(text, null, true) : text;
  return new Str(text, originOfAll(text.length, parts.filter(isFilled)), markup);
}

const isFilled = (text: Text) => textOf(text) !== '';

/** Joins plain texts whose length has been charged; none is empty. Keeps the origin of each. */
export function joinPlain(parts: readonly Text[]): Str {
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : part.text;
  return new Str(text, originOfAll(text.length, parts));
}

/** Of texts that are joined, none of them empty. */
function originOfAll(length: number, texts: readonly Text[]): Provenance {
  const [only] = texts;
  return only !== undefined && texts.length === 1 ? provenanceOf(only) : new JoinedTexts(length, texts);
}

/** Most texts that are joined are never asked where their parts came from. */
class JoinedTexts implements Joined {
  readonly kind = 'joined';
  private made: readonly Provenance[] | null = null;

  constructor(
    readonly length: number,
    private readonly texts: readonly Text[],
  ) {}

  get parts(): readonly Provenance[] {
    return (this.made ??= this.texts.map(provenanceOf));
  }
}

/** Python's `left + right`: if either is Markup the other is escaped. */
export function concat(left: Text, right: Text): Text {
  if (typeof left === 'string' && typeof right === 'string') {
    chargeJoin(left.length + right.length, Math.min(left.length, right.length));
    return left + right;
  }
  if (isMarkup(left) || isMarkup(right)) return concatRaw([escape(left), escape(right)], true);
  const a = textOf(left);
  const b = textOf(right);
  if (a === '') return right;
  if (b === '') return left;
  chargeJoin(a.length + b.length, Math.min(a.length, b.length));
  return new Str(a + b, joinProvenance([provenanceOf(left), provenanceOf(right)]));
}

/** Python's `separator.join(parts)` for parts that are str; escapes if the separator is Markup. */
export function joinTexts(separator: Text, parts: readonly Text[]): Text {
  const markup = isMarkup(separator);
  const pieces: Text[] = [];
  for (let i = 0; i < parts.length; i++) {
    if (i > 0 && textOf(separator) !== '') pieces.push(separator);
    const part = parts[i] as Text;
    pieces.push(markup ? escape(part) : part);
  }
  return concatRaw(pieces, markup);
}

/** `text` repeated `count` times (0 or more). */
export function repeat(text: Text, count: number): Text {
  const plain = textOf(text);
  chargeText(plain.length * count);
  if (typeof text === 'string' || text.provenance === null) return likeMarkup(text, plain.repeat(count));
  const parts: Provenance[] = plain === '' ? [] : new Array<Provenance>(count).fill(text.provenance);
  return new Str(plain.repeat(count), joinProvenance(parts), text.markup);
}

export interface Replacement {
  /** UTF-16 offsets; replacements are in order and do not overlap. */
  readonly start: number;
  readonly end: number;
  readonly by: Text;
}

/** Replaces ranges and keeps the origin of all the rest (and of what is put in). Keeps Markup. */
export function replaceRanges(text: Text, replacements: readonly Replacement[]): Text {
  if (replacements.length === 0) return text;
  const pieces: Text[] = [];
  let at = 0;
  for (const { start, end, by } of replacements) {
    if (start > at) pieces.push(sliceUnits(text, at, start));
    pieces.push(by);
    at = end;
  }
  const { length } = textOf(text);
  if (at < length) pieces.push(sliceUnits(text, at, length));
  return concatRaw(pieces, isMarkup(text));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
  '"': '&#34;',
};

/** markupsafe's `escape` of a str: Markup stays, all else is escaped and becomes Markup. */
export function escape(text: Text): Str {
  if (isMarkup(text)) return text;
  const replacements: Replacement[] = [];
  for (const match of textOf(text).matchAll(/[&<>'"]/g)) {
    const by = ENTITIES[match[0]] as string;
    replacements.push({ start: match.index, end: match.index + 1, by: madeFrom(by, text) });
  }
  return asMarkup(replaceRanges(text, replacements));
}

/** The origin of a text; unknown for a primitive one. */
export function provenanceOf(text: Text): Provenance {
  if (typeof text === 'string') return unknownLeaf(text.length);
  return text.provenance ?? unknownLeaf(text.text.length);
}

/**
 * `text` as made from `source` (upper case, JSON, ...): one run with the path of the source. A primitive where
 * the source has no known origin.
 */
export function madeFrom(text: string, source: Value): Text {
  const origin = source instanceof Str ? source.provenance : null;
  if (origin !== null) {
    const { path, site } = originOf(origin);
    return new Str(text, madeLeaf(text.length, path, path === null ? site : null));
  }
  const path = containerOrigin(source);
  return path === null ? text : new Str(text, madeLeaf(text.length, path, null));
}

function containerOrigin(value: Value): InputPath | null {
  return value instanceof List || value instanceof Dict ? value.origin : null;
}

/** Code points of a text. */
export function textLength(text: Text): number {
  return codePointLength(textOf(text));
}
