import { meanOf, percentileInterval } from './bootstrap.ts';
import type { Estimate } from './estimate.ts';
import { resampledSums, type TaskResamples } from './task-resamples.ts';
import { wilsonInterval } from './wilson.ts';

/** Cohen's d of paired values: the mean over the standard deviation (n - 1); null without spread. */
function effectSizeOf(values: readonly number[], mean: number): number | null {
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return squares === 0 ? null : mean / Math.sqrt(squares / (values.length - 1));
}

/**
 * Mean of per-task differences in [-1, 1] with its 95 % percentile bootstrap interval over tasks, for a table of many
 * cells; `pairedBootstrap` is the same for one comparison, with the same two unseen tasks (one without a difference and
 * one with the largest). Where no task differs the interval is that of no disagreement in n tasks.
 *
 * @param positions each task's place in the task set that was resampled.
 */
export function meanDifference(
  differences: readonly number[],
  positions: readonly number[],
  resamples: TaskResamples,
): Estimate & { readonly effectSize: number | null } {
  const value = meanOf(differences);
  const largest = differences.reduce((most, difference) => Math.max(most, Math.abs(difference)), 0);
  if (largest === 0) {
    const margin = wilsonInterval(0, differences.length).high;
    return { value, low: -margin, high: margin, effectSize: null };
  }
  const sums = resampledSums(differences, positions, resamples);
  const sizes = resampledSums(
    differences.map(() => 1),
    positions,
    resamples,
  );
  const means = sums.map((sum, resample) => {
    const unseen = (resamples.unseen[resample] as number) * (resamples.direction[resample] as number);
    return (sum + unseen * largest) / ((sizes[resample] as number) + (resamples.unseen[resample] as number) + 1);
  });
  return { ...percentileInterval(value, means), effectSize: effectSizeOf(differences, value) };
}
