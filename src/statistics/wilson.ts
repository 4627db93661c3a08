import type { Estimate } from './estimate.ts';

/** Two-sided 95 %: the 97.5 % quantile of the standard normal distribution. */
export const Z_95 = 1.959963984540054;

/**
 * A proportion with its score interval, which keeps its width at 0 and at all. No trials: [0, 1].
 *
 * Source: Wilson 1927, J. Am. Stat. Assoc. 22, 209-212; recommended for small n by Brown, Cai and DasGupta 2001.
 *
 * @param successes may be fractional, as an expected count is.
 * @param z quantile of the normal distribution, 1.96 for 95 %.
 */
export function wilsonInterval(successes: number, trials: number, z: number = Z_95): Estimate {
  if (trials <= 0) return { value: 0, low: 0, high: 1 };
  const value = successes / trials;
  const scale = 1 + (z * z) / trials;
  const centre = (value + (z * z) / (2 * trials)) / scale;
  const half = (z * Math.sqrt((value * (1 - value)) / trials + (z * z) / (4 * trials * trials))) / scale;
  return {
    value,
    low: value === 0 ? 0 : Math.max(0, centre - half),
    high: value === 1 ? 1 : Math.min(1, centre + half),
  };
}

/** The mean difference where no task differs: none seen in n, `z^2 / (n + z^2)` to either side (Tango 1998). */
export function noDifference(tasks: number): Estimate {
  const margin = wilsonInterval(0, tasks).high;
  return { value: 0, low: -margin, high: margin };
}
