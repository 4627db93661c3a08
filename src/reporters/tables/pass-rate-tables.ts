import { reportedK } from '../../analysis/arms/task-results.ts';
import { repeatVariance } from '../../analysis/arms/variance.ts';
import {
  DATE_WINDOWS,
  groupPassRate,
  publishedAfter,
  type TaskPassRates,
  taskPassRates,
} from '../../analysis/attribution/label-results.ts';
import { hasLabel, labelsOf } from '../../analysis/attribution/task-label.ts';
import { groupRuns } from '../../analysis/comparison/conditions.ts';
import type { Arm } from '../../core/arm.ts';
import type { TaskLabels } from '../../core/task.ts';
import type { Study } from '../../records/study.ts';
import { conditionNames } from '../axis-names.ts';
import { numberCell, percentCell, type Table, type TableCell } from './table.ts';

const AXES: readonly (readonly [axis: keyof TaskLabels, id: string, name: string])[] = [
  ['stage', 'by-stage', 'pipeline stage'],
  ['mlTask', 'by-ml-task', 'ML task'],
  ['dataType', 'by-data-type', 'input data type'],
];

const INTERVAL = 'percent of tasks with 95 % intervals over tasks in brackets';

/** Evaluated tasks in a group; a range where models differ. */
function taskCount(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? String(most) : `${least} to ${most}`;
}

function passRow(name: string, rates: readonly TaskPassRates[], taskIds: ReadonlySet<string>): TableCell[] {
  const { tasks, perCondition, average } = groupPassRate(rates, taskIds);
  return [
    name,
    taskCount(tasks),
    ...perCondition.map((estimate) => estimate && percentCell(estimate)),
    numberCell(average, 'percent'),
  ];
}

/** pass@k by model and arm. */
export function overallTable(study: Study): Table {
  const [{ manifest, tasks }] = study.runs;
  const ks = reportedK(manifest);
  const all = new Set(tasks.map(({ taskId }) => taskId));
  const rows = manifest.arms.flatMap((arm) => {
    const perK = ks.map((k) => {
      const rates = taskPassRates(study, arm, k);
      return { names: conditionNames(rates), ...groupPassRate(rates, all) };
    });
    const [first] = perK;
    const models = (first?.names ?? []).map((name, at): TableCell[] => [
      name,
      arm,
      String(first?.tasks[at] ?? 0),
      ...perK.map(({ perCondition }) => {
        const estimate = perCondition[at];
        return estimate ? percentCell(estimate) : null;
      }),
    ]);
    const average: TableCell[] = [
      'average of models',
      arm,
      taskCount(first?.tasks ?? [0]),
      ...perK.map((row) => numberCell(row.average, 'percent')),
    ];
    return models.length > 1 ? [...models, average] : models;
  });
  return {
    id: 'pass-at-k',
    caption: 'pass@k by model and arm',
    note: `pass@k, ${INTERVAL}; ${manifest.samplesPerArm} programs per task and arm; the mean over repeats.`,
    head: ['model', 'arm', 'tasks', ...ks.map((k) => `pass@${k}`)],
    rows,
  };
}

/** pass@1 of one arm by groups of tasks; none without a group. */
function groupTable(
  study: Study,
  arm: Arm,
  {
    id,
    caption,
    head,
    shape,
  }: { readonly id: string; readonly caption: string; readonly head: string; readonly shape: string },
  groups: readonly (readonly [name: string, taskIds: ReadonlySet<string>])[],
): Table[] {
  if (groups.length === 0) return [];
  const rates = taskPassRates(study, arm, 1);
  return [
    {
      id: `${id}-${arm}`,
      caption: `pass@1 by ${caption}, ${arm}`,
      note: `pass@1, ${INTERVAL}; ${shape}.`,
      head: [head, 'tasks', ...conditionNames(rates), 'average'],
      rows: groups.map(([name, taskIds]) => passRow(name, rates, taskIds)),
    },
  ];
}

/** One table per label axis that some task has, for one arm. */
export function labelTables(study: Study, arm: Arm): Table[] {
  const { tasks } = study.runs[0];
  return AXES.flatMap(([axis, id, name]) => {
    const labels = labelsOf(tasks).filter((label) => label.axis === axis || label.axis === 'all');
    const ofAxis = labels.length > 1 ? [...labels.slice(1), ...labels.slice(0, 1)] : [];
    const groups = ofAxis.map((label) => {
      const own = tasks.filter((task) => hasLabel(task.labels, label));
      return [label.value, new Set(own.map(({ taskId }) => taskId))] as const;
    });
    const shape = 'labels and shape as in the DL-Bench paper';
    return groupTable(study, arm, { id, caption: name, head: name, shape }, groups);
  });
}

/** pass@1 of the tasks published after DL-Bench's dates; none where no task has a date. */
export function dateTables(study: Study, arm: Arm): Table[] {
  const { tasks } = study.runs[0];
  const dated = new Set(tasks.filter(({ date }) => date !== undefined).map(({ taskId }) => taskId));
  const windows = DATE_WINDOWS.map((day) => [`after ${day}`, publishedAfter(tasks, day)] as const);
  const shape = 'windows as in the DL-Bench paper; tasks without a date are left out';
  const table = { id: 'by-date', caption: 'date of the task', head: 'published', shape };
  return groupTable(study, arm, table, dated.size === 0 ? [] : [['any day', dated], ...windows]);
}

/** pass@1 by month of publication; none for fewer than two months. */
export function monthTables(study: Study, arm: Arm): Table[] {
  const { tasks } = study.runs[0];
  const months = [...new Set(tasks.flatMap(({ date }) => (date ? [date.slice(0, 7)] : [])))].sort();
  const groups = months.map((month) => {
    const own = tasks.filter(({ date }) => date?.startsWith(month));
    return [month, new Set(own.map(({ taskId }) => taskId))] as const;
  });
  const shape = 'tasks without a date are left out';
  const table = { id: 'by-month', caption: 'month of the task', head: 'month', shape };
  return groupTable(study, arm, table, months.length < 2 ? [] : groups);
}

/** Mean, variance and standard deviation over repeats; none where nothing was repeated. */
export function varianceTables(study: Study): Table[] {
  const variances = repeatVariance(study).filter(({ values }) => values.length > 1);
  if (variances.length === 0) return [];
  const names = new Map(groupRuns(study).map((group, at) => [group, conditionNames(groupRuns(study))[at] ?? '']));
  const nameOf = (model: string, temperature: number | null) =>
    [...names].find(([group]) => group.model === model && group.temperature === temperature)?.[1] ?? model;
  return [
    {
      id: 'variance-over-runs',
      caption: 'Variance over runs',
      note: `pass@k in percent, over ${study.runs[0].manifest.dataset.tasks} tasks a run; variance in squared percentage points and standard deviation in points, with n - 1.`,
      head: ['model', 'arm', 'k', 'runs', 'mean', 'lowest', 'highest', 'variance', 'std. dev.'],
      rows: variances.map(({ model, temperature, arm, k, values, mean, variance, standardDeviation }): TableCell[] => [
        nameOf(model, temperature),
        arm,
        String(k),
        String(values.length),
        numberCell(mean, 'percent'),
        numberCell(Math.min(...values), 'percent'),
        numberCell(Math.max(...values), 'percent'),
        numberCell(variance === null ? null : 10_000 * variance, 'number'),
        numberCell(standardDeviation === null ? null : 100 * standardDeviation, 'number'),
      ]),
    },
  ];
}
