/** Two-sided 95 %: the 97.5 % quantile of the standard normal distribution. */
export const Z_95 = 1.959963984540054;

/**
 * Standard normal distribution function, to about 1e-15 near 0 and 1e-12 relative in the tails: the Taylor series of
 * Marsaglia 2004 ("Evaluating the Normal Distribution", J. Stat. Software 11(4)) where |x| is small, else the
 * continued fraction of the upper tail.
 */
export function normalCdf(x: number): number {
  if (x === 0) return 0.5;
  const size = Math.abs(x);
  if (size > 38) return x > 0 ? 1 : 0;
  const density = Math.exp(-0.5 * size * size) / Math.sqrt(2 * Math.PI);
  if (size < 4) {
    let term = size;
    let sum = size;
    for (let i = 3; sum + term !== sum; i += 2) {
      term *= (size * size) / i;
      sum += term;
    }
    const central = density * sum;
    return x > 0 ? 0.5 + central : 0.5 - central;
  }
  let fraction = size;
  for (let i = 120; i >= 1; i--) fraction = size + i / fraction;
  const tail = density / fraction;
  return x > 0 ? 1 - tail : tail;
}

/**
 * Inverse of {@link normalCdf}: bisection refined by Newton steps, which needs no table of constants.
 *
 * @returns -Infinity at 0 and Infinity at 1.
 */
export function normalQuantile(p: number): number {
  if (p <= 0) return Number.NEGATIVE_INFINITY;
  if (p >= 1) return Number.POSITIVE_INFINITY;
  if (p > 0.5) return -normalQuantile(1 - p);
  let low = -38;
  let high = 0;
  while (high - low > 1e-3) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  let x = (low + high) / 2;
  for (let step = 0; step < 4; step++) {
    x -= ((normalCdf(x) - p) * Math.sqrt(2 * Math.PI)) / Math.exp(-0.5 * x * x);
  }
  return x;
}
