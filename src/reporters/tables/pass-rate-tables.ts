import { repeatVariance } from '../../analysis/arms/variance.ts';
import {
  DATE_WINDOWS,
  groupPassRate,
  hasLabel,
  labelsOf,
  taskPassRates,
} from '../../analysis/attribution/label-results.ts';
import { groupRuns } from '../../analysis/comparison/conditions.ts';
import type { Study } from '../../records/study.ts';
import { conditionNames, LABEL_AXIS_NAMES } from '../names.ts';
import { dlBenchFigures } from '../published/dl-bench-figures.ts';
import { numberCell, percentCell, type Table, type TableCell } from './table.ts';

interface Group {
  readonly name: string;
  readonly taskIds: ReadonlySet<string>;
  /** pass@1 of the paper's models, in percent. */
  readonly published?: readonly number[] | undefined;
}

interface Grouping {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly groups: readonly Group[];
}

/** Evaluated tasks in a group; a range where models differ. */
function taskCount(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? String(most) : `${least} to ${most}`;
}

/** Tasks by each axis of labels, by DL-Bench's dates and by month; those that the data cannot fill are left out. */
function groupingsOf({ runs: [{ tasks, manifest }] }: Study): readonly Grouping[] {
  const published = manifest.dataset.format.startsWith('dl-bench') ? dlBenchFigures() : null;
  const idsOf = (fits: (task: (typeof tasks)[number]) => boolean) =>
    new Set(tasks.filter(fits).map(({ taskId }) => taskId));
  const overall = published?.overall.find(({ benchmark }) => benchmark === 'DL-Bench')?.passAt1;
  const all: Group = { name: 'all tasks', taskIds: idsOf(() => true), published: overall };
  const byLabel = (['stage', 'mlTask', 'dataType'] as const).map((axis) => ({
    id: `by-${axis.toLowerCase()}`,
    name: LABEL_AXIS_NAMES[axis],
    note: 'labels as in the DL-Bench paper',
    groups: labelsOf(tasks)
      .filter((label) => label.axis === axis)
      .map(
        (label): Group => ({
          name: label.value,
          taskIds: idsOf(({ labels }) => hasLabel(labels, label)),
          published: published?.byLabel[axis].find((row) => row.label === label.value)?.passAt1,
        }),
      )
      .concat(all),
  }));
  const windows = DATE_WINDOWS.map((day, at) => ({
    name: `after ${day}`,
    taskIds: idsOf(({ date }) => date !== undefined && date.slice(0, 10) > day),
    published: published?.byDate[at + 1]?.passAt1,
  }));
  const dated = { name: 'any day', taskIds: idsOf(({ date }) => date !== undefined), published: overall };
  const months = [...new Set(tasks.flatMap(({ date }) => date?.slice(0, 7) ?? []))].sort();
  const undated = 'tasks without a date are left out';
  return [
    ...byLabel,
    {
      id: 'by-date',
      name: 'date',
      note: `windows as in the DL-Bench paper; ${undated}`,
      groups: months.length === 0 ? [] : [dated, ...windows],
    },
    {
      id: 'by-month',
      name: 'month',
      note: undated,
      groups: months.map((month) => ({ name: month, taskIds: idsOf(({ date }) => date?.startsWith(month) === true) })),
    },
  ].filter(({ groups }) => groups.length > 1);
}

const PUBLISHED_NOTE =
  '. Columns marked [P1]: as printed in the DL-Bench paper (long version), zero-shot at temperature 0, mean of five runs, over its 520 tasks, which are not those of this study (at most some of them), so that rows are not a paired comparison';

/** pass@1 by label and date for each arm; for DL-Bench with the published figures of the baseline. */
export function groupTables(study: Study): Table[] {
  const { arms } = study.runs[0].manifest;
  const quoted = arms.includes('baseline') ? 'baseline' : arms[0];
  const rates = arms.map((arm) => ({ arm, perModel: taskPassRates(study, arm, 1) }));
  const names = conditionNames(rates[0]?.perModel ?? []);
  return groupingsOf(study).map(({ id, name, note, groups }) => {
    const isPublished = groups.some(({ published }) => published !== undefined);
    const models = isPublished ? dlBenchFigures().models : [];
    const theirs = (arm: string, { published }: Group) =>
      models.map((_, at) => {
        const value = arm === quoted ? published?.[at] : undefined;
        return numberCell(value === undefined ? null : value / 100, 'percent');
      });
    return {
      id,
      caption: `pass@1 by ${name}`,
      note: `pass@1, percent of tasks with 95 % intervals over tasks in brackets; ${note}${isPublished ? PUBLISHED_NOTE : ''}.`,
      head: [
        name,
        'arm',
        'tasks',
        ...names,
        ...(names.length > 1 ? ['average'] : []),
        ...models.map((model) => `${model} [P1]`),
      ],
      rows: rates.flatMap(({ arm, perModel }) =>
        groups.map((group): TableCell[] => {
          const { tasks, perCondition, average } = groupPassRate(perModel, group.taskIds);
          const own = perCondition.map((estimate) => estimate && percentCell(estimate));
          const mean = names.length > 1 ? [numberCell(average, 'percent')] : [];
          return [group.name, arm, taskCount(tasks), ...own, ...mean, ...theirs(arm, group)];
        }),
      ),
    };
  });
}

/** Mean, variance and standard deviation over repeats; none where nothing was repeated. */
export function varianceTables(study: Study): Table[] {
  const variances = repeatVariance(study).filter(({ values }) => values.length > 1);
  if (variances.length === 0) return [];
  const conditions = groupRuns(study);
  const names = conditionNames(conditions);
  const nameOf = (model: string, temperature: number | null) =>
    names[conditions.findIndex((group) => group.model === model && group.temperature === temperature)] ?? model;
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
