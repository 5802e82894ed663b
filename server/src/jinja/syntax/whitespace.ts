/** True for what Python's `str.isspace` and `\s` take as whitespace (JavaScript's `\s` differs at both ends). */
export function isPythonSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
  if (code < 0x85) return false;
  return (
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** The same characters as a class of a regular expression. */
export const SPACE =
  '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';

/** Offset of the first character at or after `from` that is not whitespace. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isPythonSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Offset after the last character before `to` that is not whitespace, not below `from`. */
export function trimSpaceBefore(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && isPythonSpace(text.charCodeAt(at - 1))) at--;
  return at;
}
