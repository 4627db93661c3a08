import { meanOf, percentileInterval } from './bootstrap.ts';
import type { Estimate } from './estimate.ts';
import { resampledSums, type TaskResamples } from './task-resamples.ts';

/**
 * Relative drop `1 - sum(after) / sum(before)` with its 95 % percentile bootstrap interval over tasks; null where
 * `before` is 0 throughout, since nothing can drop.
 *
 * The task that nobody saw was solved before, and after with chance a half: without it tasks that all behave alike
 * would give an interval without width.
 *
 * @param paired values of some tasks, and their places in the task set that was resampled
 */
export function relativeDrop(
  { before, after, positions }: Readonly<Record<'before' | 'after' | 'positions', readonly number[]>>,
  resamples: TaskResamples,
): Estimate | null {
  const base = meanOf(before);
  if (base === 0) return null;
  const value = 1 - meanOf(after) / base;
  const firsts = resampledSums(before, positions, resamples);
  const drops = resampledSums(after, positions, resamples).map((second, resample) => {
    const unseen = resamples.unseen[resample] as number;
    const first = (firsts[resample] as number) + unseen;
    const kept = second + (resamples.direction[resample] === 1 ? unseen : 0);
    return first === 0 ? value : 1 - kept / first;
  });
  return percentileInterval(value, drops);
}
