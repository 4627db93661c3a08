import { DATA_TYPES, ML_TASKS, STAGES, type TaskLabels } from '../../core/task.ts';

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
