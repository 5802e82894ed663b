/**
 * Powers of doubles, rounded as the C library of CPython does: JavaScript's `**` is off by a unit in the last place
 * now and then.
 */
import { add, over, times, type Pair } from './pairs.ts';

const LN2: Pair = [0.6931471805599453, 2.3190468138462996e-17];

/** Halvings before the series, and its terms: together past 100 bits. */
const HALVINGS = 8;
const TERMS = 12;

/** e to the power of a pair, as a mantissa near 1 and a power of two. */
function exponential(z: Pair): { mantissa: Pair; power: number } {
  const power = Math.round(z[0] / LN2[0]);
  const rest = add(z, times([-power, 0], LN2));
  const scale = 2 ** -HALVINGS;
  const small: Pair = [rest[0] * scale, rest[1] * scale];
  // exp(r) - 1, so that the small part keeps its bits while it is doubled up again.
  let series: Pair = [0, 0];
  for (let term = TERMS; term >= 1; term -= 1) series = over(times(small, add([1, 0], series)), term);
  for (let doubling = 0; doubling < HALVINGS; doubling += 1)
    series = add(add(series, series), times(series, series));
  return { mantissa: add([1, 0], series), power };
}

/** Natural logarithm of a positive double. */
function logarithm(x: number): Pair {
  let power = 0;
  let m = x;
  if (m < 2 ** -1022) {
    m *= 2 ** 54;
    power -= 54;
  }
  const exponent = Math.floor(Math.log2(m));
  m /= 2 ** exponent;
  power += exponent;
  const guess = Math.log(m);
  const { mantissa, power: shift } = exponential([-guess, 0]);
  const scaled: Pair = [mantissa[0] * 2 ** shift, mantissa[1] * 2 ** shift];
  const error = add(times([m, 0], scaled), [-1, 0]);
  const correction = add(error, times([-0.5, 0], times(error, error)));
  return add(times([power, 0], LN2), add([guess, 0], correction));
}

/** `base ** exponent` for a finite positive base and a finite exponent. */
export function positivePower(base: number, exponent: number): number {
  const rough = base ** exponent;
  // Beyond the normal range there is nothing to round better.
  if (!Number.isFinite(rough) || rough < 2 ** -1021) return rough;
  const { mantissa, power } = exponential(times(logarithm(base), [exponent, 0]));
  const first = Math.trunc(power / 2);
  return (mantissa[0] + mantissa[1]) * 2 ** first * 2 ** (power - first);
}
