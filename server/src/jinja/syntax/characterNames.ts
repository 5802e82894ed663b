/**
 * Characters by name, as far as their names follow a rule: ideographs and Hangul syllables. The names of all others
 * would take a table of 870 kB, which no chat template known to us needs.
 */
import { asKnown } from '../values/unicode.ts';

const IDEOGRAPH = /^CJK UNIFIED IDEOGRAPH-([0-9A-F]{4,5})$/;

const words = (list: string): readonly string[] => list.split(' ');
const LEADS = words('G GG N D DD R M B BB S SS  J JJ C K T P H');
const VOWELS = words('A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I');
const TAILS = ['', ...words('G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H')];

const either = (parts: readonly string[]): string =>
  `(${[...parts].sort((a, b) => b.length - a.length).join('|')})`;
const SYLLABLE = new RegExp(`^HANGUL SYLLABLE ${either(LEADS)}${either(VOWELS)}${either(TAILS)}$`);
const FIRST_SYLLABLE = 0xac00;

/** The character; null where there is none of that name or its name follows no rule. */
export function characterNamed(name: string): string | null {
  const ideograph = IDEOGRAPH.exec(name)?.[1];
  if (ideograph !== undefined) {
    const char = String.fromCodePoint(parseInt(ideograph, 16));
    return /\p{Unified_Ideograph}/u.test(asKnown(char)) ? char : null;
  }
  const [, lead, vowel, tail] = SYLLABLE.exec(name) ?? [];
  if (lead === undefined || vowel === undefined || tail === undefined) return null;
  const block = LEADS.indexOf(lead) * VOWELS.length + VOWELS.indexOf(vowel);
  return String.fromCharCode(FIRST_SYLLABLE + block * TAILS.length + TAILS.indexOf(tail));
}
