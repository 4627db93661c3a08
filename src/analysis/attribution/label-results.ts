import type { Arm } from '../../core/arm.ts';
import { groupByTask } from '../../core/group-by.ts';
import { DATA_TYPES, ML_TASKS, STAGES, type TaskLabels } from '../../core/task.ts';
import type { Study } from '../../records/study.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { taskResults } from '../arms/task-results.ts';
import { groupRuns } from '../comparison/conditions.ts';

/** One group of tasks, by one of DL-Bench's labels, or all of them. */
export interface TaskLabel {
  readonly axis: 'all' | keyof TaskLabels;
  readonly value: string;
}

export const ALL_TASKS: TaskLabel = { axis: 'all', value: 'all tasks' };

const AXES: readonly (readonly [keyof TaskLabels, readonly string[]])[] = [
  ['stage', STAGES],
  ['mlTask', ML_TASKS],
  ['dataType', DATA_TYPES],
];

export function hasLabel(labels: TaskLabels, { axis, value }: TaskLabel): boolean {
  return axis === 'all' || labels[axis] === value;
}

/** All tasks, then every label that some task has, in DL-Bench's order. */
export function labelsOf(tasks: readonly { readonly labels: TaskLabels }[]): readonly TaskLabel[] {
  const used = AXES.flatMap(([axis, values]) => values.map((value): TaskLabel => ({ axis, value })));
  return [ALL_TASKS, ...used.filter((label) => tasks.some(({ labels }) => hasLabel(labels, label)))];
}

/** pass@k of every evaluated task in one arm, for each model and temperature: the mean over repeats, which all evaluated it. */
export function taskPassRates(study: Study, arm: Arm, k: number) {
  return groupRuns(study).map(({ model, temperature, runs }) => {
    const own = runs.flatMap((run) => taskResults(run)).filter((result) => result.arm === arm);
    const whole = [...groupByTask(own)].filter(([, repeats]) => repeats.length === runs.length);
    const rateOf = (repeats: typeof own) => meanOf(repeats.map(({ passAtK }) => passAtK[k] ?? 0));
    return { model, temperature, arm, k, byTask: new Map(whole.map(([id, repeats]) => [id, rateOf(repeats)])) };
  });
}

export type TaskPassRates = ReturnType<typeof taskPassRates>[number];

/** pass@k over some tasks, for each condition (null without a task), and the mean of them (null where one has none). */
export function groupPassRate(rates: readonly TaskPassRates[], taskIds: ReadonlySet<string>) {
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

/** The dates after which DL-Bench counts tasks, the last day of each month (its long version, table by date). */
export const DATE_WINDOWS = ['2023-10-31', '2024-01-31', '2024-05-31', '2024-09-30'] as const;
