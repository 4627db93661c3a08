import type { Estimate } from '../../src/statistics/estimate.ts';

/** How often an interval held the true value; fractions. */
export interface Coverage {
  readonly held: number;
  readonly width: number;
}

/** Simulates so many studies. */
export function coverageOf(studies: number, truth: number, study: () => Estimate): Coverage {
  let held = 0;
  let width = 0;
  for (let i = 0; i < studies; i++) {
    const { low, high } = study();
    if (low <= truth + 1e-12 && truth - 1e-12 <= high) held++;
    width += high - low;
  }
  return { held: held / studies, width: width / studies };
}

/** The same without chance for per-task values of 0 and 1: every count of solved tasks with its probability. */
export function exactCoverage(tasks: number, truth: number, interval: (values: readonly number[]) => Estimate): number {
  let log = tasks * Math.log(1 - truth);
  let held = 0;
  for (let solved = 0; solved <= tasks; solved++) {
    const { low, high } = interval(Array.from({ length: tasks }, (_, task) => Number(task < solved)));
    if (low <= truth && truth <= high) held += Math.exp(log);
    log += Math.log(((tasks - solved) / (solved + 1)) * (truth / (1 - truth)));
  }
  return held;
}
