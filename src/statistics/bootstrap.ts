import type { Rng } from '../core/random.ts';
import type { Estimate } from './estimate.ts';
import { normalCdf, normalQuantile, Z_95 } from './normal.ts';

export interface BootstrapOptions {
  readonly rng: Rng;
  /** {@link DEFAULT_RESAMPLES} when absent. */
  readonly resamples?: number;
}

/** The ends of an interval then move by about a hundredth of its width from seed to seed. */
export const DEFAULT_RESAMPLES = 10_000;

/** Arithmetic mean; 0 of nothing. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function resampledMeans(values: readonly number[], { rng, resamples = DEFAULT_RESAMPLES }: BootstrapOptions) {
  const means = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw++) sum += values[rng.below(values.length)] as number;
    means[resample] = sum / values.length;
  }
  return means.sort();
}

/** Jackknife acceleration of the mean: a sixth of the skewness over the root of n. */
function acceleration(values: readonly number[], mean: number): number {
  let squares = 0;
  let cubes = 0;
  for (const value of values) {
    const gap = value - mean;
    squares += gap * gap;
    cubes += gap * gap * gap;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

/** Share of the sorted numbers below `value`, those equal to it counted half. */
function shareBelow(sorted: Float64Array, value: number): number {
  const tolerance = 1e-12;
  let below = 0;
  let equal = 0;
  for (const entry of sorted) {
    if (entry < value - tolerance) below++;
    else if (entry <= value + tolerance) equal++;
    else break;
  }
  return (below + equal / 2) / sorted.length;
}

/** Quantile of sorted numbers, interpolated; p is cut to [0, 1]. */
export function quantileOf(sorted: Float64Array, p: number): number {
  const at = Math.min(Math.max(p, 0), 1) * (sorted.length - 1);
  const low = sorted[Math.floor(at)] as number;
  const high = sorted[Math.ceil(at)] as number;
  return low + (high - low) * (at - Math.floor(at));
}

/**
 * Mean with its 95 % BCa bootstrap interval over the values (tasks are drawn again, not samples). Where all values
 * are equal there is nothing to draw and the interval has no width; `meanInterval` has none of
 * that weakness.
 *
 * Source: Efron 1987, "Better Bootstrap Confidence Intervals", J. Am. Stat. Assoc. 82, 171-185.
 */
export function bootstrapMean(values: readonly number[], options: BootstrapOptions): Estimate {
  const value = meanOf(values);
  if (values.length === 0 || values.every((entry) => entry === values[0])) return { value, low: value, high: value };
  const means = resampledMeans(values, options);
  const bias = normalQuantile(shareBelow(means, value));
  const skew = acceleration(values, value);
  const end = (z: number) => quantileOf(means, normalCdf(bias + (bias + z) / (1 - skew * (bias + z))));
  return { value, low: end(-Z_95), high: end(Z_95) };
}
