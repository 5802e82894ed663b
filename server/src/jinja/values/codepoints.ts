/** Python counts code points, JavaScript UTF-16 units: the ways between, fast for text without astral characters. */

const SURROGATE = /[\ud800-\udfff]/;

/** False: offsets in code points and in UTF-16 units are the same. */
export function hasSurrogates(text: string): boolean {
  return SURROGATE.test(text);
}

/** Number of code points; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  if (!hasSurrogates(text)) return text.length;
  let count = 0;
  for (let unit = 0; unit < text.length; unit += unitsAt(text, unit)) count++;
  return count;
}

/** UTF-16 offset of the code point with this index (0 .. length). */
export function unitOffset(text: string, index: number): number {
  if (!hasSurrogates(text)) return Math.min(index, text.length);
  let unit = 0;
  for (let count = 0; count < index && unit < text.length; count++) unit += unitsAt(text, unit);
  return unit;
}

/** Index of the code point that starts at (or contains) this UTF-16 offset. */
export function codePointIndex(text: string, offset: number): number {
  return hasSurrogates(text) ? codePointLength(text.slice(0, offset)) : offset;
}

/** UTF-16 units of the code point at this offset: 1 or 2. */
export function unitsAt(text: string, offset: number): 1 | 2 {
  const code = text.charCodeAt(offset);
  if (code < 0xd800 || code > 0xdbff || offset + 1 >= text.length) return 1;
  const next = text.charCodeAt(offset + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}

/** Python's order of str: by code point (UTF-16 order differs above the BMP). Negative, 0, positive. */
export function compareCodePoints(left: string, right: string): number {
  if (left === right) return 0;
  const shared = Math.min(left.length, right.length);
  for (let i = 0; i < shared; i++) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Surrogates stand for code points above all others. A lone one is misplaced among them, as nothing prints it. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
