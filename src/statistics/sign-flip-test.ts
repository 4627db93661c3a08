/** Most steps of distinct sums if the sizes share no common unit. */
const STEPS = 4096;

/** Up to this many parts of one are tried as the common unit of all sizes. */
const MOST_PARTS = 1000;

/** The differences as whole numbers: exact where they are multiples of one part of one, else rounded to the grid. */
function toSteps(differences: readonly number[]): number[] {
  for (let parts = 1; parts <= MOST_PARTS; parts++) {
    const steps = differences.map((difference) => Math.round(difference * parts));
    const sum = steps.reduce((total, step) => total + Math.abs(step), 0);
    if (sum > 4 * STEPS) break;
    if (steps.every((step, at) => Math.abs(step - (differences[at] as number) * parts) < 1e-9)) return steps;
  }
  const total = differences.reduce((sum, difference) => sum + Math.abs(difference), 0);
  return differences.map((difference) => Math.round((difference / total) * STEPS));
}

/**
 * Two-sided p value that differences are as often positive as negative, size by size: under every assignment of signs
 * to the observed sizes, how often the sum is at least as far from zero. Zeros say nothing. Exact for shares of up to
 * some hundred samples; where the sizes share no unit they are rounded to 1/4096 of their sum, which changes no sign and
 * so keeps the level.
 *
 * Source: Fisher 1935, "The Design of Experiments", section 21 (`scipy.stats.permutation_test` of paired samples).
 */
export function signFlipTest(differences: readonly number[]): number {
  if (differences.every((difference) => difference === 0)) return 1;
  const steps = toSteps(differences).filter((step) => step !== 0);
  const most = steps.reduce((sum, step) => sum + Math.abs(step), 0);
  const observed = Math.abs(steps.reduce((sum, step) => sum + step, 0));
  // Chances of the sum of the positive ones; the sum of all is twice that, less `most`. Updated in place, from above.
  const chances = new Float64Array(most + 1);
  chances[0] = 1;
  let reach = 0;
  for (const step of steps) {
    const size = Math.abs(step);
    reach += size;
    for (let at = reach; at >= size; at--) {
      chances[at] = ((chances[at] as number) + (chances[at - size] as number)) / 2;
    }
    for (let at = Math.min(size, reach + 1) - 1; at >= 0; at--) chances[at] = (chances[at] as number) / 2;
  }
  let p = 0;
  for (let at = 0; at <= most; at++) if (Math.abs(2 * at - most) >= observed) p += chances[at] as number;
  return Math.min(1, p);
}
