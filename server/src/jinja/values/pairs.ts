/** Numbers as sums of two doubles (some 100 bits): computed so and rounded once, a result is as the C library's. */

export type Pair = readonly [number, number];

export const sum = (a: number, b: number): Pair => {
  const s = a + b;
  const t = s - a;
  return [s, a - (s - t) + (b - t)];
};

const half = (a: number): Pair => {
  const t = 134217729 * a;
  const high = t - (t - a);
  return [high, a - high];
};

export const product = (a: number, b: number): Pair => {
  const p = a * b;
  const [ah, al] = half(a);
  const [bh, bl] = half(b);
  return [p, al * bl - (p - ah * bh - al * bh - ah * bl)];
};

export const add = (a: Pair, b: Pair): Pair => {
  const [s, e] = sum(a[0], b[0]);
  return sum(s, e + a[1] + b[1]);
};

export const times = (a: Pair, b: Pair): Pair => {
  const [p, e] = product(a[0], b[0]);
  return sum(p, e + a[0] * b[1] + a[1] * b[0]);
};

export const over = (a: Pair, divisor: number): Pair => {
  const quotient = a[0] / divisor;
  const [p, e] = product(quotient, divisor);
  return sum(quotient, (a[0] - p - e + a[1]) / divisor);
};
