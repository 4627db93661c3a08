import { meanOf, percentileInterval, varianceOf } from './bootstrap.ts';
import type { Estimate } from './estimate.ts';
import { resampledSums, type TaskResamples } from './task-resamples.ts';
import { noDifference } from './wilson.ts';

/**
 * Mean of per-task differences in [-1, 1] with its 95 % percentile bootstrap interval over tasks, for a table of many
 * cells; `pairedBootstrap` is the same for one comparison, with the same two unseen tasks (one without a difference and
 * one with the largest). Where no task differs the interval is that of no disagreement in n tasks.
 * `effectSize` is Cohen's d of paired values, the mean over the standard deviation (n - 1); null without spread.
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
  if (largest === 0) return { ...noDifference(differences.length), effectSize: null };
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
  const variance = varianceOf(differences);
  return { ...percentileInterval(value, means), effectSize: variance > 0 ? value / Math.sqrt(variance) : null };
}
