/** What the reference takes for a part of a word outside of patterns, in the Oniguruma dialect: joiners, no fractions. */
export const WORD = '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\x{200c}\\x{200d}]';
