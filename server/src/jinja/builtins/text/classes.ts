/** Python's classes of characters (`str.isspace`, `str.isdigit`, ...), each asked of one code point as a string. */
import { hasUnassigned } from '../../values/unicode.ts';

/** What `str.strip`, `str.split` and `str.isspace` take for blank: not JavaScript's `\s` (no BOM, but U+001C..1F, U+0085). */
export const SPACE = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const DIGITS_BEYOND_DECIMAL =
  '\\xb2\\xb3\\xb9\\u1369-\\u1371\\u19da\\u2070\\u2074-\\u2079\\u2080-\\u2089\\u2460-\\u2468\\u2474-\\u247c' +
  '\\u2488-\\u2490\\u24ea\\u24f5-\\u24fd\\u24ff\\u2776-\\u277e\\u2780-\\u2788\\u278a-\\u2792' +
  '\\u{10a40}-\\u{10a43}\\u{10e60}-\\u{10e68}\\u{11052}-\\u{1105a}\\u{1f100}-\\u{1f10a}';

/** Ideographs that are numbers though their category says letter. */
const NUMERIC_IDEOGRAPHS =
  '\\u3405\\u3483\\u382a\\u3b4d\\u4e00\\u4e03\\u4e07\\u4e09\\u4e5d\\u4e8c\\u4e94\\u4e96' +
  '\\u4ebf-\\u4ec0\\u4edf\\u4ee8\\u4f0d\\u4f70\\u5104\\u5146\\u5169\\u516b\\u516d\\u5341' +
  '\\u5343-\\u5345\\u534c\\u53c1-\\u53c4\\u56db\\u58f1\\u58f9\\u5e7a\\u5efe-\\u5eff\\u5f0c-\\u5f0e' +
  '\\u5f10\\u62fe\\u634c\\u67d2\\u6f06\\u7396\\u767e\\u8086\\u842c\\u8cae\\u8cb3\\u8d30\\u9621' +
  '\\u9646\\u964c\\u9678\\u96f6\\uf96b\\uf973\\uf978\\uf9b2\\uf9d1\\uf9d3\\uf9fd\\u{20001}' +
  '\\u{20064}\\u{200e2}\\u{20121}\\u{2092a}\\u{20983}\\u{2098c}\\u{2099c}\\u{20aea}\\u{20afd}' +
  '\\u{20b19}\\u{22390}\\u{22998}\\u{23b1b}\\u{2626d}\\u{2f890}';

/** Modifier letters that are lower case to newer versions of Unicode only. */
const NOT_LOWER = '\\u10fc\\ua7f2-\\ua7f4\\uab69';
/** And a letter that no longer is. */
const STILL_LOWER = '\\u0295';

const one = (set: string): RegExp => new RegExp(`^[${set}]$`, 'u');

const PATTERNS = {
  space: one(SPACE),
  alpha: /^\p{L}$/u,
  decimal: /^\p{Nd}$/u,
  digit: one(`\\p{Nd}${DIGITS_BEYOND_DECIMAL}`),
  numeric: one(`\\p{N}${NUMERIC_IDEOGRAPHS}`),
  upper: /^\p{Uppercase}$/u,
  lower: new RegExp(`^(?![${NOT_LOWER}])[\\p{Lowercase}${STILL_LOWER}]$`, 'u'),
  title: /^\p{Lt}$/u,
  /** Printed as it is by `repr`. */
  printable: /^[^\p{C}\p{Z}]$|^ $/u,
} as const;

export type CharacterClass = keyof typeof PATTERNS;

/** Whether one code point (given as a string) is of the class. */
export function isOf(kind: CharacterClass, char: string): boolean {
  return PATTERNS[kind].test(char) && !hasUnassigned(char);
}

export function isCased(char: string): boolean {
  return isOf('upper', char) || isOf('lower', char) || isOf('title', char);
}
