import { hasLabel, labelsOf } from '../../analysis/attribution/task-label.ts';
import { comparePromptings, distinct, type PublishedOutcome } from '../../analysis/comparison/outcome-comparison.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { LABEL_AXIS_NAMES } from '../axis-names.ts';
import { numberCell, percentCell, type Table, type TableCell } from './table.ts';

const rateOf = (outcomes: readonly PublishedOutcome[]) => meanInterval(outcomes.map(({ passed }) => Number(passed)));

/** One row: each model's pass rate over these outcomes, and their mean. */
function modelCells(outcomes: readonly PublishedOutcome[], models: readonly string[]): TableCell[] {
  const perModel = models.map((model) => outcomes.filter((outcome) => outcome.model === model));
  const rates = perModel.map((own) => (own.length > 0 ? rateOf(own) : null));
  const values = rates.flatMap((rate) => rate?.value ?? []);
  const average = values.length === models.length ? meanOf(values) : null;
  return [...rates.map((rate) => rate && percentCell(rate)), numberCell(average, 'percent')];
}

const taskCount = (outcomes: readonly PublishedOutcome[]) => String(new Set(outcomes.map(({ taskId }) => taskId)).size);

function labelTables(outcomes: readonly PublishedOutcome[], models: readonly string[], prompting: string): Table[] {
  const own = outcomes.filter((outcome) => outcome.prompting === prompting);
  const labels = labelsOf(own);
  return (['stage', 'mlTask', 'dataType'] as const).flatMap((axis): Table[] => {
    const ofAxis = labels.filter((label) => label.axis === axis);
    if (ofAxis.length === 0) return [];
    const rows = [...ofAxis, ...labels.slice(0, 1)].map((label): TableCell[] => {
      const group = own.filter((outcome) => hasLabel(outcome.labels, label));
      return [label.value, taskCount(group), ...modelCells(group, models)];
    });
    return [
      {
        id: `by-${axis.toLowerCase()}-${prompting}`,
        caption: `pass@1 by ${LABEL_AXIS_NAMES[axis]}, ${prompting}`,
        note: 'pass@1 in percent, 95 % intervals over tasks in brackets; one published outcome per task.',
        head: [LABEL_AXIS_NAMES[axis], 'tasks', ...models, 'average'],
        rows,
      },
    ];
  });
}

/** The tables of published outcomes: overall, by label, of failures, and promptings compared. */
export function outcomeTables(outcomes: readonly PublishedOutcome[], seed: number): readonly Table[] {
  const models = distinct(outcomes.map(({ model }) => model)).toSorted();
  const promptings = distinct(outcomes.map(({ prompting }) => prompting))
    .toSorted()
    .toReversed();
  const statuses = distinct(outcomes.map(({ status }) => status));
  const of = (prompting: string) => outcomes.filter((outcome) => outcome.prompting === prompting);
  return [
    {
      id: 'pass-at-1',
      caption: 'pass@1 by prompting',
      note: 'pass@1 in percent, 95 % intervals over tasks in brackets; one published outcome per task.',
      head: ['prompting', 'tasks', ...models, 'average'],
      rows: promptings.map((prompting) => [prompting, taskCount(of(prompting)), ...modelCells(of(prompting), models)]),
    },
    ...promptings.flatMap((prompting) => labelTables(outcomes, models, prompting)),
    {
      id: 'statuses',
      caption: 'What became of the tasks',
      note: 'Outcomes as published, counted.',
      head: ['model', 'prompting', 'tasks', ...statuses],
      rows: models.flatMap((model) =>
        promptings.map((prompting) => {
          const own = of(prompting).filter((outcome) => outcome.model === model);
          const count = (status: string) => own.filter((outcome) => outcome.status === status).length;
          return [
            model,
            prompting,
            String(own.length),
            ...statuses.map((status) => numberCell(count(status), 'count')),
          ];
        }),
      ),
    },
    {
      id: 'promptings-compared',
      caption: 'Promptings compared',
      note:
        'Points of pass@1 with paired bootstrap 95 % intervals over the tasks that both have; only: tasks solved under ' +
        'one of the two alone; p: exact McNemar (for the average of models a sign-flip test over tasks), then after Holm ' +
        'over all rows.',
      head: ['prompting', 'against', 'model', 'tasks', 'difference', 'only : only', 'p', 'p (Holm)'],
      rows: comparePromptings(outcomes, seed).map(
        ({ model, prompting, against, tasks, difference, onlyFirst, onlySecond, pValue, adjustedP }): TableCell[] => [
          prompting,
          against,
          model ?? 'average of models',
          String(tasks),
          { ...difference, unit: 'points' },
          model === null ? '' : `${onlySecond} : ${onlyFirst}`,
          numberCell(pValue, 'p'),
          numberCell(adjustedP, 'p'),
        ],
      ),
    },
  ];
}
