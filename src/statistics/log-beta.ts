/** From here on the series below is exact to the last digits of a double. */
const LARGE = 12;

/** The remainder of Stirling's formula for ln Gamma(x), x >= LARGE (Abramowitz and Stegun 6.1.41). */
function stirlingRest(x: number): number {
  const square = 1 / (x * x);
  return (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)))) / x;
}

/**
 * Natural logarithm of the Beta function B(p, q), for p and q above 0 of any size: written so that the large terms of
 * ln Gamma never appear, and with them neither overflow nor the loss of digits when they cancel.
 *
 * Source: Stirling's formula with p and q raised above 12 by B(p, q) = B(p + 1, q) (p + q) / p; the arrangement is that
 * of Didonato and Morris 1992, ACM TOMS 18, 360-373 (algorithm 708).
 */
export function logBeta(p: number, q: number): number {
  let small = Math.min(p, q);
  let large = Math.max(p, q);
  let shift = 0;
  while (small < LARGE) {
    shift += Math.log1p(large / small);
    small++;
  }
  while (large < LARGE) {
    shift += Math.log1p(small / large);
    large++;
  }
  const sum = small + large;
  const rest = stirlingRest(small) + stirlingRest(large) - stirlingRest(sum);
  const root = 0.5 * (Math.log(2 * Math.PI) + Math.log1p(large / small) - Math.log(large));
  return shift + root + rest - small * Math.log1p(large / small) - large * Math.log1p(small / large);
}

/** Natural logarithm of the binomial coefficient C(n, k). */
export const logChoose = (n: number, k: number): number => -Math.log(n + 1) - logBeta(k + 1, n - k + 1);
