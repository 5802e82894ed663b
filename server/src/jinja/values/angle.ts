/** Sine, cosine and the polar form of doubles, rounded as the C library of CPython does. */
import { add, over, product, times, type Pair } from './pairs.ts';

/** A quarter of a turn, in three doubles. */
const QUARTER = [1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33] as const;

/** From here on the three doubles don't tell where in its turn an angle lies. */
const MOST = 1e9;

const TERMS = 15;

export function cosine(angle: number): number {
  return Math.abs(angle) < MOST ? rounded(turned(angle, 1)) : Math.cos(angle);
}

export function sine(angle: number): number {
  if (angle === 0) return angle; // -0 stays what it is
  return Math.abs(angle) < MOST ? rounded(turned(angle, 0)) : Math.sin(angle);
}

/** `hypot(x, y)` */
export function distance(x: number, y: number): number {
  const rough = Math.hypot(x, y);
  // Where the squares leave the range of doubles there is nothing to round better.
  if (!(rough > 1e-140 && rough < 1e140)) return rough;
  const excess = add(add(product(x, x), product(y, y)), product(-rough, rough));
  return rough + rounded(excess) / (2 * rough);
}

/** `atan2(y, x)` */
export function direction(y: number, x: number): number {
  const rough = Math.atan2(y, x);
  const size = Math.hypot(x, y);
  if (y === 0 || !(size > 1e-140 && size < 1e140)) return rough;
  const off = add(times(turned(rough, 1), [y, 0]), times(turned(rough, 0), [-x, 0]));
  return rough + rounded(off) / size;
}

const rounded = ([high, low]: Pair): number => high + low;

/** The sine of the angle and `ahead` quarters of a turn. */
function turned(angle: number, ahead: 0 | 1): Pair {
  const quarters = Math.round(angle / QUARTER[0]);
  let rest: Pair = [angle, 0];
  for (const part of QUARTER) rest = add(rest, product(-quarters, part));
  const place = (((quarters + ahead) % 4) + 4) % 4;
  const [high, low] = place % 2 === 0 ? series(rest, rest, 1) : series([1, 0], rest, 0);
  return place < 2 ? [high, low] : [-high, -low];
}

/** `first - first x^2 / (n + 1)(n + 2) + ...`: the sine from `x`, the cosine from 1. */
function series(first: Pair, x: Pair, n: number): Pair {
  const [high, low] = times(x, x);
  const square: Pair = [-high, -low];
  const terms: Pair[] = [first];
  for (let at = 1; at < TERMS; at++) {
    const step = n + 2 * at;
    terms.push(over(times(terms[at - 1] as Pair, square), (step - 1) * step));
  }
  return terms.reduceRight((sum, term) => add(term, sum), [0, 0] as Pair);
}
