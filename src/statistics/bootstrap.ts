import type { Rng } from '../core/random.ts';
import type { Estimate } from './estimate.ts';

export interface BootstrapOptions {
  readonly rng: Rng;
  /** {@link DEFAULT_RESAMPLES} when absent. */
  readonly resamples?: number | undefined;
}

/** The ends of an interval then move by about a hundredth of its width from seed to seed. */
export const DEFAULT_RESAMPLES = 10_000;

/** Arithmetic mean; 0 of nothing. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Variance with n - 1, of two values or more. */
export function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}

/** Quantile of sorted numbers, interpolated; p is cut to [0, 1]. */
export function quantileOf(sorted: Float64Array, p: number): number {
  const at = Math.min(Math.max(p, 0), 1) * (sorted.length - 1);
  const low = sorted[Math.floor(at)] as number;
  const high = sorted[Math.ceil(at)] as number;
  return low + (high - low) * (at - Math.floor(at));
}

/** A value with the 95 % percentile interval of its resamples, which are sorted in place; the value lies inside. */
export function percentileInterval(value: number, resampled: Float64Array): Estimate {
  resampled.sort();
  return {
    value,
    low: Math.min(value, quantileOf(resampled, 0.025)),
    high: Math.max(value, quantileOf(resampled, 0.975)),
  };
}
