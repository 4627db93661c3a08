import { findScorer } from '../../agreement/index.ts';
import type { ExecutionMatrix } from '../../src/core/matrix.ts';
import { restrictMatrix } from '../../src/core/matrix.ts';
import type { Origin } from '../../src/core/program.ts';
import { passAtKOf } from '../executed-tasks.ts';

const RULES = ['codet', 'max-pass', 'fusion', 'evidence'] as const;
/** The rule that a run uses by default. */
export const DEFAULT_RULE = 'evidence';
/** What every row of a table says: a program taken blindly, the rules, and a rule that knew. */
export const COLUMNS = ['random', ...RULES, 'any right'] as const;
export type Column = (typeof COLUMNS)[number];

/** Means over draws of one task, in [0, 1]. */
export interface TaskValues {
  readonly taskId: string;
  readonly mean: Readonly<Record<Column, number>>;
  /** Variance of the mean of the default rule that comes from the draws alone; 0 for a single draw of all there is. */
  readonly drawVariance: number;
}

/** A task, executed and judged; probes stand in the matrix. */
export interface JudgedTask {
  readonly taskId: string;
  readonly matrix: ExecutionMatrix;
  readonly passed: ReadonlySet<string>;
}

const scorers = RULES.map((name) => findScorer(name));

/** Mean of numbers; 0 of none. */
export const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, value) => sum + value, 0) / Math.max(1, numbers.length);

function valuesOfDraw(task: JudgedTask, chosen: ReadonlySet<Origin>): Record<Column, number> {
  const matrix = restrictMatrix(task.matrix, { program: (origin) => chosen.has(origin), test: () => true });
  const right = matrix.candidates.filter(({ id }) => task.passed.has(id));
  const weight = right.reduce((sum, candidate) => sum + candidate.weight, 0);
  const cut = { matrix, passed: task.passed };
  return {
    random: weight / chosen.size,
    'any right': right.length > 0 ? 1 : 0,
    ...Object.fromEntries(scorers.map((scorer) => [scorer.name, passAtKOf(cut, scorer.rank(matrix), 1)])),
  } as Record<Column, number>;
}

/** What the rules make of the samples that `choose` draws, over so many draws. */
export function taskValues(task: JudgedTask, draws: number, choose: (draw: number) => readonly Origin[]): TaskValues {
  const rows = Array.from({ length: draws }, (_, draw) => valuesOfDraw(task, new Set(choose(draw))));
  const mean = Object.fromEntries(COLUMNS.map((name) => [name, meanOf(rows.map((row) => row[name]))]));
  const own = rows.map((row) => row[DEFAULT_RULE]);
  const centre = meanOf(own);
  const spread = own.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return {
    taskId: task.taskId,
    mean: mean as Record<Column, number>,
    drawVariance: draws > 1 ? spread / (draws - 1) / draws : 0,
  };
}

/** Mean of several values of one task, such as those of several models. */
export function averaged(values: readonly TaskValues[]): TaskValues {
  const [first] = values;
  if (!first) throw new Error('values of at least one model');
  return {
    taskId: first.taskId,
    mean: Object.fromEntries(COLUMNS.map((name) => [name, meanOf(values.map(({ mean }) => mean[name]))])) as Record<
      Column,
      number
    >,
    drawVariance: meanOf(values.map(({ drawVariance }) => drawVariance)) / values.length,
  };
}
