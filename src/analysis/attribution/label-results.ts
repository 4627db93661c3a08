import type { Arm } from '../../core/arm.ts';
import type { Study } from '../../records/study.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { taskResults } from '../arms/task-results.ts';
import { type Condition, groupRuns } from '../comparison/conditions.ts';

/** pass@k of every evaluated task in one arm, for one model and temperature: the mean over repeats. */
export interface TaskPassRates extends Condition {
  readonly arm: Arm;
  readonly k: number;
  /** By task id; tasks that every repeat evaluated. */
  readonly byTask: ReadonlyMap<string, number>;
}

/** Per-task pass@k of each condition. */
export function taskPassRates(study: Study, arm: Arm, k: number): readonly TaskPassRates[] {
  return groupRuns(study).map(({ model, temperature, runs }) => {
    const values = new Map<string, number[]>();
    for (const { taskId, arm: of, passAtK } of runs.flatMap((run) => taskResults(run))) {
      if (of === arm) values.set(taskId, [...(values.get(taskId) ?? []), passAtK[k] ?? 0]);
    }
    const whole = [...values].filter(([, repeats]) => repeats.length === runs.length);
    return { model, temperature, arm, k, byTask: new Map(whole.map(([id, repeats]) => [id, meanOf(repeats)])) };
  });
}

/** pass@k over some tasks, for each model, and the mean of the models. */
export interface GroupPassRate {
  /** Tasks of the group that the condition evaluated. */
  readonly tasks: readonly number[];
  /** In the order of the conditions; null without a task. */
  readonly perCondition: readonly (Estimate | null)[];
  /** Mean of the conditions' values; null where one has none. */
  readonly average: number | null;
}

/** One row of a table by label or date. */
export function groupPassRate(rates: readonly TaskPassRates[], taskIds: ReadonlySet<string>): GroupPassRate {
  const perCondition = rates.map(({ byTask }) => {
    const values = [...byTask].filter(([id]) => taskIds.has(id)).map(([, value]) => value);
    return { tasks: values.length, estimate: values.length > 0 ? meanInterval(values) : null };
  });
  const values = perCondition.flatMap(({ estimate }) => estimate?.value ?? []);
  return {
    tasks: perCondition.map(({ tasks }) => tasks),
    perCondition: perCondition.map(({ estimate }) => estimate),
    average: values.length === perCondition.length && values.length > 0 ? meanOf(values) : null,
  };
}

/** The dates after which DL-Bench counts tasks anew, the last day of each month (its long version, table by date). */
export const DATE_WINDOWS = ['2023-10-31', '2024-01-31', '2024-05-31', '2024-09-30'] as const;
