import { createRng } from '../../src/core/random.ts';
import { numberCell, percentCell, type Table, type TableCell } from '../../src/reporters/tables/table.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import { holmAdjust } from '../../src/statistics/holm.ts';
import { meanInterval } from '../../src/statistics/mean-interval.ts';
import { pairedBootstrap } from '../../src/statistics/paired-bootstrap.ts';
import { signFlipTest } from '../../src/statistics/sign-flip-test.ts';
import type { Condition, Family } from './conditions.ts';
import { COLUMNS, type Column, DEFAULT_RULE, meanOf, type TaskValues } from './task-values.ts';

/** A paired difference over the tasks that both have. */
interface Difference {
  readonly tasks: number;
  readonly estimate: Estimate;
  readonly p: number;
}

const valuesOf = (tasks: readonly TaskValues[], column: Column) => tasks.map(({ mean }) => mean[column]);

function differenceOf(first: readonly number[], second: readonly number[], ...keys: string[]): Difference {
  return {
    tasks: first.length,
    estimate: pairedBootstrap(first, second, { rng: createRng(0).fork(...keys) }),
    p: signFlipTest(first.map((value, at) => value - (second[at] ?? 0))),
  };
}

/** What the default rule gains over a program taken blindly. */
export function gainOf({ name, count, tasks }: Condition): Difference {
  return differenceOf(valuesOf(tasks, DEFAULT_RULE), valuesOf(tasks, 'random'), name, String(count));
}

/** Two conditions by a column, over the tasks of both. */
function pairOf([first, second]: Family['pairs'][number], column: Column): Difference {
  const theirs = new Map(second.tasks.map(({ taskId, mean }) => [taskId, mean[column]]));
  const common = first.tasks.filter(({ taskId }) => theirs.has(taskId));
  return differenceOf(
    valuesOf(common, column),
    common.map(({ taskId }) => theirs.get(taskId) ?? 0),
    ...[first.name, second.name, column],
  );
}

function drawError(tasks: readonly TaskValues[]): number {
  return Math.sqrt(tasks.reduce((sum, { drawVariance }) => sum + drawVariance, 0)) / Math.max(1, tasks.length);
}

function differenceCells(differences: readonly Difference[]): readonly (readonly TableCell[])[] {
  const adjusted = holmAdjust(differences.map(({ p }) => p));
  return differences.map(({ estimate, p }, at) => [
    { ...estimate, unit: 'points' },
    numberCell(p, 'p'),
    numberCell(adjusted[at] ?? 1, 'p'),
  ]);
}

const UNITS =
  `Expected pass@1 in percent, tasks weighted equally; ${DEFAULT_RULE} is the default rule, with 95 % interval over tasks. ` +
  'Any right: tasks with a right program among the drawn ones.';

/** Every condition of a family: the rules beside each other, and what the default rule gains over a blind program. */
export function conditionsTable(id: string, caption: string, note: string, { conditions }: Family): Table {
  const gains = differenceCells(conditions.map(gainOf));
  return {
    id,
    caption,
    note: `${note} ${UNITS} Gain: ${DEFAULT_RULE} over random, points, paired by task; p: signs of the tasks’ differences changed, Holm over the rows. Draws: standard error of ${DEFAULT_RULE} from the draws alone, in points.`,
    head: ['programs of', 'N', 'tasks', ...COLUMNS, 'gain', 'p', 'Holm', 'draws'],
    rows: conditions.map(({ name, count, tasks }, at) => [
      name,
      String(count),
      String(tasks.length),
      ...COLUMNS.map((column) =>
        column === DEFAULT_RULE
          ? percentCell(meanInterval(valuesOf(tasks, column)))
          : numberCell(meanOf(valuesOf(tasks, column)), 'percent'),
      ),
      ...(gains[at] ?? []),
      drawError(tasks) === 0 ? 'exact' : numberCell(drawError(tasks), 'percent'),
    ]),
  };
}

/** The pairs of a family, by the default rule and by the blind program. */
export function pairsTable(id: string, caption: string, { pairs }: Family): Table {
  const selected = pairs.map((pair) => pairOf(pair, DEFAULT_RULE));
  const cells = differenceCells(selected);
  return {
    id,
    caption,
    note: `Differences in points, paired by task, with 95 % intervals. Blind: of a program taken blindly, which says whether the programs themselves are better. p of the column ${DEFAULT_RULE}: signs of the tasks’ differences changed, Holm over the rows.`,
    head: ['first', 'against', 'N', 'tasks', 'blind', DEFAULT_RULE, 'p', 'Holm'],
    rows: pairs.map((pair, at) => [
      pair[0].name,
      pair[1].name,
      String(pair[0].count),
      String(selected[at]?.tasks ?? 0),
      { ...pairOf(pair, 'random').estimate, unit: 'points' },
      ...(cells[at] ?? []),
    ]),
  };
}
