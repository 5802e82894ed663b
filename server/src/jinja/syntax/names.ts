/** Names as Jinja2's lexer cuts them; whether one is an identifier is for Python to say. */

/** Marks that Unicode has had since 12.0: the list in Jinja2 is older. */
const NEWER_MARKS =
  '\\u0898-\\u089f\\u08ca-\\u08d2\\u0b55\\u0c3c\\u0d81\\u0eba\\u1715\\u180f\\u1abf-\\u1ace\\u1dfa\\ua82c' +
  '\\u{10eab}\\u{10eac}\\u{10f82}-\\u{10f85}\\u{11070}\\u{11073}\\u{11074}\\u{110c2}\\u{111ce}\\u{111cf}' +
  '\\u{11930}-\\u{11935}\\u{11937}\\u{11938}\\u{1193b}-\\u{1193e}\\u{11940}\\u{11942}\\u{11943}' +
  '\\u{119d1}-\\u{119d7}\\u{119da}-\\u{119e0}\\u{119e4}\\u{16f4f}\\u{16f7f}-\\u{16f87}\\u{16fe4}\\u{16ff0}\\u{16ff1}' +
  '\\u{1cf00}-\\u{1cf2d}\\u{1cf30}-\\u{1cf46}\\u{1e130}-\\u{1e136}\\u{1e2ae}\\u{1e2ec}-\\u{1e2ef}';

/** What JavaScript takes for a part of names and Python does not. */
const NO_PARTS = `[${NEWER_MARKS}\\u200c\\u200d\\u30fb\\uff65]`;
const NAME = new RegExp(`(?:(?!${NO_PARTS})[\\p{L}\\p{N}_\\p{XID_Continue}])*`, 'uy');

/** End of the word that begins at `at`; `at` itself where none does. */
export function nameEnd(text: string, at: number): number {
  NAME.lastIndex = at;
  NAME.test(text);
  return NAME.lastIndex;
}
