import { type BootstrapOptions, quantileOf } from './bootstrap.ts';
import type { Estimate } from './estimate.ts';

/** The ends of an interval then move by about three hundredths of its width from seed to seed. */
const RESAMPLES = 1000;

/** Fewer resamples in which the statistic is defined give no interval. */
const LEAST_DEFINED = 0.5;

/**
 * A statistic of units with its 95 % percentile bootstrap interval: units are drawn again, with all their labels.
 * Resamples in which the statistic is undefined are left out; null where it is for the units themselves, and where
 * more than half of the resamples are.
 *
 * Source: for agreement of raters, Zapf et al. 2016, "Measuring inter-rater reliability for nominal data - which
 * coefficients and confidence intervals are appropriate?", BMC Med. Res. Methodol. 16:93.
 */
export function resampledInterval<Unit>(
  units: readonly Unit[],
  statistic: (units: readonly Unit[]) => number | null,
  { rng, resamples = RESAMPLES }: BootstrapOptions,
): Estimate | null {
  const value = statistic(units);
  if (value === null) return null;
  const found: number[] = [];
  for (let resample = 0; resample < resamples; resample++) {
    const drawn = statistic(units.map(() => units[rng.below(units.length)] as Unit));
    if (drawn !== null) found.push(drawn);
  }
  if (found.length < LEAST_DEFINED * resamples) return null;
  const sorted = Float64Array.from(found).sort();
  return { value, low: quantileOf(sorted, 0.025), high: quantileOf(sorted, 0.975) };
}
