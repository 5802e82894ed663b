/** Letters that equal an ASCII letter when case is ignored, besides its other case. */
const FURTHER_FOLDS: Readonly<Record<string, readonly string[]>> = { s: ['\u017f'], k: ['\u212a'] };

/** Every single code point that equals `character` when case is ignored, itself included. */
export function caseVariants(character: string): readonly string[] {
  const lower = character.toLowerCase();
  const upper = character.toUpperCase();
  const variants = new Set([character, lower, upper, ...(FURTHER_FOLDS[lower] ?? [])]);
  for (const [letter, folds] of Object.entries(FURTHER_FOLDS)) {
    if (folds.includes(character)) variants.add(letter).add(letter.toUpperCase());
  }
  return [...variants].filter((variant) => [...variant].length === 1);
}
