/** How tokenizers cut text before merging, as their tokenizer.json spells it. */

const ENDINGS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)";
const REST = '\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+';
const SIGNS = ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*';

/** Words with a leading sign or space, `digits` at a time. */
const words = (digits: string): string =>
  `${ENDINGS}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|${digits}|${SIGNS}|${REST}`;

const UPPER = '\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}';
const LOWER = '\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}';

/** Words cut where an upper-case letter begins. */
const cased = (upper: string, lower: string, ending: string): string =>
  `[^\\r\\n\\p{L}\\p{N}]?${upper}*${lower}+${ending}|[^\\r\\n\\p{L}\\p{N}]?${upper}+${lower}*${ending}`;

const NOT_HAN = '(?!\\p{Han})';

export const GPT_2 = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";
export const CL100K = words('\\p{N}{1,3}');
export const QWEN_2 = words('\\p{N}');
export const QWEN_3_5 = `${ENDINGS}|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|${REST}`;
export const O200K = `${cased(`[${UPPER}]`, `[${LOWER}]`, `${ENDINGS}?`)}|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|${REST}`;
export const TEKKEN = `${cased(`[${UPPER}]`, `[${LOWER}]`, '')}|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|${REST}`;
/** Han characters stand apart from all other letters. */
export const KIMI_K2 =
  `[\\p{Han}]+|${cased(`(?:${NOT_HAN}[${UPPER}])`, `(?:${NOT_HAN}[${LOWER}])`, `${ENDINGS}?`)}|` +
  `\\p{N}{1,3}|${SIGNS}|${REST}`;
/** Three cuts, one after the other. */
export const DEEPSEEK_V3: readonly string[] = [
  '\\p{N}{1,3}',
  '[一-龥぀-ゟ゠-ヿ]+',
  '[!"#$%&\'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|' +
    REST,
];
/** Each digit alone, before anything else. */
export const DIGITS_THEN_GPT_2: readonly string[] = ['\\p{N}', GPT_2];
