import { meanOf } from './bootstrap.ts';
import type { Estimate } from './estimate.ts';
import { wilsonInterval } from './wilson.ts';

/**
 * Mean of per-task values in [0, 1] with a 95 % interval that holds its promise for small means and few tasks, where a
 * bootstrap is too narrow (at a mean of 0.05 over 30 tasks: BCa covers 76-92 %, this 94-97 %; bench/interval-coverage).
 *
 * It is Wilson's interval at the effective number of tasks `n * m (1 - m) / s^2`: n itself for values of 0 and 1, more
 * where the values spread less than that. Where the mean is 0 or 1 it is Wilson's at n.
 *
 * Source: Kish 1965, "Survey Sampling" (effective sample size), in a score interval as in Franco et al. 2019,
 * J. Surv. Stat. Methodol. 7, 334-364.
 */
export function meanInterval(values: readonly number[]): Estimate {
  const tasks = values.length;
  const value = meanOf(values);
  const largest = value * (1 - value);
  if (tasks === 0 || largest <= 0) return wilsonInterval(value * tasks, tasks);
  const variance = values.reduce((sum, entry) => sum + (entry - value) ** 2, 0) / tasks;
  const effective = tasks / Math.min(1, Math.max(variance / largest, 1 / tasks));
  return { ...wilsonInterval(value * effective, effective), value };
}
