import { groupBy } from '../../core/group-by.ts';
import { createRng } from '../../core/random.ts';
import { type RunRecord, SPREAD } from '../../records/run-record.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { pairedBootstrap } from '../../statistics/paired-bootstrap.ts';
import { signFlipTest } from '../../statistics/sign-flip-test.ts';
import { type CellValue, drawValues } from './draw-values.ts';

/** Of each task, its values in the runs that have it. */
const byTask = <Value>(values: readonly (readonly [taskId: string, value: Value])[]): Value[][] =>
  [...groupBy(values, ([taskId]) => taskId).values()].map((own) => own.map(([, value]) => value));

/** Standard error of a mean over tasks of means over runs, from draws alone. */
function drawError(tasks: readonly (readonly CellValue[])[]): number {
  const sum = tasks.reduce(
    (all, own) => all + own.reduce((part, { variance }) => part + variance, 0) / own.length ** 2,
    0,
  );
  return Math.sqrt(sum) / Math.max(1, tasks.length);
}

const shapeOf = (runs: readonly RunRecord[], cell: string) => {
  const own = runs.flatMap(({ draws = [] }) => draws.filter((record) => record.cell === cell));
  return {
    wordings: own.reduce((most, { wordings }) => Math.max(most, wordings), 0),
    size: own.reduce((most, { size }) => Math.max(most, size), 0),
  };
};

/** What a kind of arm comes to over runs, each task once with its mean over them; null where no task has it. */
export function cellResult(runs: readonly RunRecord[], cell: string) {
  const tasks = byTask(runs.flatMap((run) => [...(drawValues(run).get(cell) ?? [])]));
  if (tasks.length === 0) return null;
  const of = (field: 'value' | 'random' | 'anyRight' | 'programs' | 'behaviours') =>
    tasks.map((own) => meanOf(own.map((value) => value[field])));
  return {
    cell,
    tasks: tasks.length,
    ...shapeOf(runs, cell),
    /** Expected pass@1 of the pick. */
    value: meanInterval(of('value')),
    /** The same of a sample taken blindly, and of a rule that finds a right program wherever there is one. */
    random: meanOf(of('random')),
    anyRight: meanOf(of('anyRight')),
    programs: meanOf(of('programs')),
    behaviours: meanOf(of('behaviours')),
    /** Standard error of `value` that comes from the draws alone; 0 where they are all that there are. */
    monteCarlo: drawError(tasks),
  };
}

export type CellResult = NonNullable<ReturnType<typeof cellResult>>;

/** The difference of two cells, task by task: only runs that have a task in both count for it. */
export function cellGain(runs: readonly RunRecord[], cell: string, against: string) {
  const pairs = runs.map(drawValues).flatMap((values) =>
    [...(values.get(cell) ?? [])].flatMap(([taskId, mine]) => {
      const theirs = values.get(against)?.get(taskId);
      return theirs ? [[taskId, [mine, theirs]] as const] : [];
    }),
  );
  const tasks = byTask(pairs);
  if (tasks.length === 0) return null;
  const side = (at: 0 | 1) => tasks.map((own) => meanOf(own.map((pair) => pair[at].value)));
  const [mine, theirs] = [side(0), side(1)];
  const seed = runs[0]?.manifest.seed ?? 0;
  const rng = createRng(seed).fork('crossed-gain', cell, against);
  const errors = ([0, 1] as const).map((at) => drawError(tasks.map((own) => own.map((pair) => pair[at]))));
  return {
    cell,
    against,
    tasks: tasks.length,
    difference: pairedBootstrap(mine, theirs, { rng }),
    pValue: signFlipTest(mine.map((value, at) => value - (theirs[at] ?? 0))),
    monteCarlo: Math.hypot(...errors),
  };
}

export type CellGain = NonNullable<ReturnType<typeof cellGain>>;

/** Whether there is an ensemble over wordings among the draws. */
export const hasWordings = (record: RunRecord): boolean => drawValues(record).has(SPREAD);
