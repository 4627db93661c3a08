import type { TaskLabel } from '../analysis/attribution/task-label.ts';
import type { Condition } from '../analysis/comparison/conditions.ts';

/** The axes of task labels as people call them. */
export const LABEL_AXIS_NAMES: Readonly<Record<TaskLabel['axis'], string>> = {
  all: '',
  stage: 'stage',
  mlTask: 'ML task',
  dataType: 'input data type',
};

/** One short name per condition; the temperature where models were asked at several. */
export function conditionNames(conditions: readonly Condition[]): readonly string[] {
  return conditions.map(({ model, temperature }) => {
    const isOnly = conditions.filter((other) => other.model === model).length === 1;
    return isOnly || temperature === null ? model : `${model} at temperature ${temperature}`;
  });
}
