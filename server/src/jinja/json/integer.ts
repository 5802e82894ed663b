/** Digits of one integer that CPython converts without being asked twice. */
export const MAX_INTEGER_DIGITS = 4300;

/** An integer as our values hold it: a number while a double is exact, else a bigint. Never -0. */
export function integerOf(digits: string): number | bigint {
  const near = Number(digits);
  if (Number.isSafeInteger(near)) return near === 0 ? 0 : near;
  return BigInt(digits);
}
