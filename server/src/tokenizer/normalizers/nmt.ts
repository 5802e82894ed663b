import type { AlignedText } from '../text/alignedText.ts';
import { byCharacter } from './simple.ts';

const REMOVED = /[\x01-\x08\x0b\x0e-\x1f\x7f\x8f\x9f]/;
const BLANK = /[\t\n\f\r\u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]/;

/** What machine translation does to a text first: controls go, rarer blanks become spaces. */
export const nmt = (aligned: AlignedText): AlignedText =>
  byCharacter(aligned, (character) =>
    REMOVED.test(character) ? '' : BLANK.test(character) ? ' ' : character,
  );
