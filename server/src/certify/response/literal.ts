/**
 * Text that a template writes between two slots. A model may space it otherwise: what is not blank has to be there,
 * blanks are taken as far as the template writes them, so that what is left over stays in the slots.
 */
export interface Literal {
  readonly text: string;
  readonly lead: string;
  readonly trail: string;
  /** Source of a regular expression for what stands between lead and trail; empty where all is blank. */
  readonly core: string;
}

export interface Match {
  /** UTF-16 offsets: the slot before ends at `start`, the slot behind begins at `end`. */
  readonly start: number;
  readonly end: number;
  /** Where what is not blank begins: the earliest wins. */
  readonly core: number;
}

/** UTF-16 units of fixed text above which its two ends stand for it: a pattern of megabytes is none. */
const LONGEST = 20_000;

/** `counted`: digits that count calls, which may be others. */
export function literalOf(text: string, counted = false): Literal {
  const inner = text.trim();
  const from = text.indexOf(inner);
  const sourceOf = (part: string) =>
    part
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => (counted ? escapeRegExp(word).replace(/\d+/g, '\\d+') : escapeRegExp(word)))
      .join('\\s*');
  const half = LONGEST / 2;
  const core =
    inner.length <= LONGEST
      ? sourceOf(inner)
      : `${sourceOf(inner.slice(0, half))}[^]*?${sourceOf(inner.slice(-half))}`;
  return { text, lead: text.slice(0, from), trail: text.slice(from + inner.length), core };
}

/** The literal right at `at`, blanks before it or none; null where it isn't. */
export function literalAt(literal: Literal, text: string, at: number): Match | null {
  if (literal.core === '') return { start: at, end: at + blanksBehind(literal.text, text, at), core: at };
  const pattern = patternsOf(literal).here;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return null;
  const end = at + found[0].length;
  return {
    start: at,
    end: end + blanksBehind(literal.trail, text, end),
    core: at + found[0].search(/\S/),
  };
}

export const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Blanks right before `at` that the literal writes there itself. */
export function blanksBefore(lead: string, text: string, from: number, at: number): number {
  let length = 0;
  while (
    length < lead.length &&
    at - length > from &&
    text[at - length - 1] === lead[lead.length - length - 1]
  )
    length += 1;
  return length;
}

export function blanksBehind(trail: string, text: string, at: number): number {
  let length = 0;
  while (length < trail.length && text[at + length] === trail[length]) length += 1;
  return length;
}

const patterns = new WeakMap<Literal, { readonly anywhere: RegExp; readonly here: RegExp }>();

/** Finds the core anywhere. */
export const patternOf = (literal: Literal) => patternsOf(literal).anywhere;

function patternsOf(literal: Literal) {
  const known = patterns.get(literal);
  if (known !== undefined) return known;
  const made = { anywhere: new RegExp(literal.core, 'g'), here: new RegExp(`\\s*(?:${literal.core})`, 'y') };
  patterns.set(literal, made);
  return made;
}
