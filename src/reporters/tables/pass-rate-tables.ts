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
import type { TaskLabel } from '../../records/report/schema-parts.ts';
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

function labelRows(study: Study, axis: keyof TaskLabels, rates: readonly TaskPassRates[]): TableCell[][] {
  const { tasks } = study.runs[0];
  const labels = labelsOf(tasks).filter((label: TaskLabel) => label.axis === axis || label.axis === 'all');
  const ofAxis = labels.length > 1 ? [...labels.slice(1), ...labels.slice(0, 1)] : [];
  return ofAxis.map((label) => {
    const ids = new Set(tasks.filter((task) => hasLabel(task.labels, label)).map(({ taskId }) => taskId));
    return passRow(label.value, rates, ids);
  });
}

/** One table per label axis that some task has, for one arm. */
export function labelTables(study: Study, arm: Arm): Table[] {
  const rates = taskPassRates(study, arm, 1);
  return AXES.flatMap(([axis, id, name]): Table[] => {
    const rows = labelRows(study, axis, rates);
    if (rows.length === 0) return [];
    return [
      {
        id: `${id}-${arm}`,
        caption: `pass@1 by ${name}, ${arm}`,
        note: `pass@1, ${INTERVAL}; labels and shape as in the DL-Bench paper.`,
        head: [name, 'tasks', ...conditionNames(rates), 'average'],
        rows,
      },
    ];
  });
}

/** pass@1 of the tasks published after DL-Bench's dates; none where no task has a date. */
export function dateTables(study: Study, arm: Arm): Table[] {
  const { tasks } = study.runs[0];
  if (tasks.every(({ date }) => date === undefined)) return [];
  const rates = taskPassRates(study, arm, 1);
  const dated = new Set(tasks.filter(({ date }) => date !== undefined).map(({ taskId }) => taskId));
  return [
    {
      id: `by-date-${arm}`,
      caption: `pass@1 by date of the task, ${arm}`,
      note: `pass@1, ${INTERVAL}; windows as in the DL-Bench paper; tasks without a date are left out.`,
      head: ['published', 'tasks', ...conditionNames(rates), 'average'],
      rows: [
        passRow('any day', rates, dated),
        ...DATE_WINDOWS.map((day) => passRow(`after ${day}`, rates, publishedAfter(tasks, day))),
      ],
    },
  ];
}

/** pass@1 by month of publication; none where no task has a date. */
export function monthTables(study: Study, arm: Arm): Table[] {
  const { tasks } = study.runs[0];
  const months = [...new Set(tasks.flatMap(({ date }) => (date ? [date.slice(0, 7)] : [])))].sort();
  if (months.length < 2) return [];
  const rates = taskPassRates(study, arm, 1);
  return [
    {
      id: `by-month-${arm}`,
      caption: `pass@1 by month of the task, ${arm}`,
      note: `pass@1, ${INTERVAL}; tasks without a date are left out.`,
      head: ['month', 'tasks', ...conditionNames(rates), 'average'],
      rows: months.map((month) => {
        const ids = tasks.flatMap(({ taskId, date }) => (date?.startsWith(month) ? [taskId] : []));
        return passRow(month, rates, new Set(ids));
      }),
    },
  ];
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
