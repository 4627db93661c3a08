import type { Rng } from '../core/random.ts';

/** Drawn once for every table cell, which takes the multiplicities of its tasks. */
export interface TaskResamples {
  /** Shape [resamples][tasks]: how often a task was drawn. */
  readonly weights: readonly Uint8Array[];
  /** How often the unseen task was drawn; it is one of `tasks + 1`. */
  readonly unseen: Uint8Array;
  /** -1 or 1: which way that task went. */
  readonly direction: Int8Array;
}

/** The ends of an interval then move by about three hundredths of its width from seed to seed. */
export const CELL_RESAMPLES = 1000;

export function drawTaskResamples(tasks: number, rng: Rng, resamples: number = CELL_RESAMPLES): TaskResamples {
  const unseen = new Uint8Array(resamples);
  const direction = new Int8Array(resamples);
  const weights = Array.from({ length: resamples }, (_, resample) => {
    const counts = new Uint8Array(tasks + 1);
    for (let draw = 0; draw <= tasks; draw++) {
      const task = rng.below(tasks + 1);
      counts[task] = (counts[task] as number) + 1;
    }
    unseen[resample] = counts[tasks] as number;
    direction[resample] = rng.next() < 0.5 ? -1 : 1;
    return counts.subarray(0, tasks);
  });
  return { weights, unseen, direction };
}

/** Weighted sum of a cell's values in every resample; `positions` are its tasks' places in the task set. */
export function resampledSums(
  values: readonly number[],
  positions: readonly number[],
  { weights }: TaskResamples,
): Float64Array {
  const sums = new Float64Array(weights.length);
  for (const [resample, counts] of weights.entries()) {
    let sum = 0;
    for (let at = 0; at < positions.length; at++)
      sum += (counts[positions[at] as number] as number) * (values[at] as number);
    sums[resample] = sum;
  }
  return sums;
}
