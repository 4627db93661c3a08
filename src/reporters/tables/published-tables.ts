import {
  DATE_WINDOWS,
  groupPassRate,
  publishedAfter,
  type TaskPassRates,
  taskPassRates,
} from '../../analysis/attribution/label-results.ts';
import { hasLabel } from '../../analysis/attribution/task-label.ts';
import { failureKinds } from '../../analysis/failures/failure-kinds.ts';
import type { TaskLabels } from '../../core/task.ts';
import type { Study } from '../../records/study.ts';
import { conditionNames } from '../axis-names.ts';
import { dlBenchFigures } from '../published/dl-bench-figures.ts';
import { numberCell, percentCell, type Table, type TableCell } from './table.ts';

const AXES: readonly (readonly [axis: keyof TaskLabels, name: string])[] = [
  ['stage', 'pipeline stage'],
  ['mlTask', 'ML task'],
  ['dataType', 'input data type'],
];

const percentOf = (value: number | undefined) => (value === undefined ? null : numberCell(value / 100, 'percent'));

const NOTE =
  'Columns of this study: pass@1 of its baseline arm, percent of tasks with 95 % intervals over tasks. Columns marked [P1]: as printed in the DL-Bench paper (long version), zero-shot at temperature 0, mean of five runs, over its 520 tasks, which are not those of this study (at most some of them), so that rows are not a paired comparison.';

/** A row of this study's rates over some tasks beside the published ones of each model. */
function row(name: string, ids: ReadonlySet<string>, rates: readonly TaskPassRates[], published: readonly number[]) {
  const { tasks, perCondition } = groupPassRate(rates, ids);
  const cells: TableCell[] = [name, String(Math.max(0, ...tasks))];
  const own = perCondition.map((estimate) => estimate && percentCell(estimate));
  return [...cells, ...own, ...published.map(percentOf)];
}

function passTables(study: Study): Table[] {
  const { tasks, manifest } = study.runs[0];
  const arm = manifest.arms.includes('baseline') ? 'baseline' : manifest.arms[0];
  if (!arm) return [];
  const { models, overall, byDate, byLabel } = dlBenchFigures();
  const rates = taskPassRates(study, arm, 1);
  const all = new Set(tasks.map(({ taskId }) => taskId));
  const whole = overall.find(({ benchmark }) => benchmark === 'DL-Bench')?.passAt1 ?? [];
  const head = (first: string) => [first, 'tasks', ...conditionNames(rates), ...models.map((model) => `${model} [P1]`)];
  const note = arm === 'baseline' ? NOTE : NOTE.replace('its baseline arm', `its arm ${arm}`);
  const labels = AXES.flatMap(([axis, name]): Table[] => {
    if (tasks.every(({ labels: own }) => own[axis] === undefined)) return [];
    const rows = byLabel[axis].map(({ label, passAt1 }) => {
      const ids = tasks.filter((task) => hasLabel(task.labels, { axis, value: label })).map(({ taskId }) => taskId);
      return row(label, new Set(ids), rates, passAt1);
    });
    const caption = `pass@1 by ${name} beside the published figures`;
    return [{ id: `published-by-${axis.toLowerCase()}`, caption, note, head: head(name), rows }];
  });
  const dated = tasks.some(({ date }) => date !== undefined);
  const dates = byDate.slice(1).map(({ passAt1 }, at) => {
    const day = DATE_WINDOWS[at] ?? '';
    return row(`after ${day}`, publishedAfter(tasks, day), rates, passAt1);
  });
  const byDay: Table = {
    id: 'published-by-date',
    caption: 'pass@1 by date of the task beside the published figures',
    note,
    head: head('published'),
    rows: dates,
  };
  const caption = 'pass@1 beside the published figures';
  return [
    { id: 'published-overall', caption, note, head: head('tasks of'), rows: [row('all stages', all, rates, whole)] },
    ...labels,
    ...(dated ? [byDay] : []),
  ];
}

/** Kinds of bug of this study beside the published ones; none where no failure was kept. */
function kindTables(study: Study): Table[] {
  const results = failureKinds(study);
  if (results.length === 0) return [];
  const { bugs } = dlBenchFigures();
  const labels = bugs.kinds.reduce((sum, { count }) => sum + count, 0);
  const rows = bugs.kinds.map(({ label, name, count }): TableCell[] => [
    name,
    ...results.map(({ all }) =>
      numberCell(
        (all.kinds.find((kind) => kind.label === label)?.failures ?? 0) / Math.max(1, all.failures),
        'percent',
      ),
    ),
    numberCell(count / labels, 'percent'),
  ]);
  const undecided: TableCell[] = [
    'undecided',
    ...results.map(({ all }) => numberCell(all.undecided / Math.max(1, all.failures), 'percent')),
    null,
  ];
  return [
    {
      id: 'failure-kinds',
      caption: 'Kinds of bug in programs that fail',
      note: `This study: percent of failing samples (${results.map(({ all }) => all.failures).join(', ')}), a sample with several kinds under each, said by rules where failures with such errors were mostly of one kind. [P1]: percent of ${labels} labels that people gave to failures of ${bugs.failuresOf} on DL-Bench.`,
      head: ['kind', ...conditionNames(results), `${bugs.failuresOf} on DL-Bench [P1]`],
      rows: [...rows, undecided],
    },
  ];
}

/** This study beside what the DL-Bench paper published: pass@1 of a study on DL-Bench, kinds of bug of any study. */
export function publishedTables(study: Study): readonly Table[] {
  const isDlBench = study.runs[0].manifest.dataset.format.startsWith('dl-bench');
  return [...(isDlBench ? passTables(study) : []), ...kindTables(study)];
}
