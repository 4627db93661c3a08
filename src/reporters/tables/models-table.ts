import { modelComparisons } from '../../analysis/comparison/compare-sides.ts';
import { conditionOutcomes } from '../../analysis/comparison/conditions.ts';
import { varianceBySource } from '../../analysis/robustness/variance-by-source.ts';
import type { Study } from '../../records/study.ts';
import { conditionNames, sideName } from '../names.ts';
import { numberCell, type Table, type TableCell } from './table.ts';

/** Models in pairs, arm by arm; null for a single model. */
export function modelPairsTable(study: Study): Table | null {
  const rows = modelComparisons(study).flatMap(({ first, second, tasks, arms }) =>
    arms.map((row): TableCell[] => [
      `${sideName(second)} against ${sideName(first)}`,
      row.arm,
      String(tasks),
      numberCell(row.first, 'percent'),
      numberCell(row.second, 'percent'),
      { ...row.difference, unit: 'points' },
      `${row.onlySecond}:${row.onlyFirst}`,
      numberCell(row.adjustedP, 'p'),
      row.finding ? 'a finding' : 'not a finding',
    ]),
  );
  if (rows.length === 0) return null;
  return {
    id: 'model-pairs',
    caption: 'Models against each other',
    note: 'Task by task over the same tasks; p by exact McNemar on the picks, corrected by Holm over all rows. Intervals: 95 %, paired bootstrap over tasks.',
    head: ['B against A', 'arm', 'tasks', 'A', 'B', 'B minus A', 'only B:A', 'p', 'verdict'],
    rows,
  };
}

/** The variance of correctness by source, of every model and of all together; null if no model has two prompts of two samples. */
export function varianceTable(study: Study): Table | null {
  const rows = varianceBySource(study, conditionNames(conditionOutcomes(study)));
  if (rows.length === 0) return null;
  return {
    id: 'variance-by-source',
    caption: 'Variance of correctness by source',
    note: 'Percent of the variance of a sample’s correctness, by the method of moments (random effects, variants nested in tasks; a negative component counts as 0); prompts with two samples or more, on tasks with two such prompts. Model on task: some models solve some tasks.',
    head: ['run', 'tasks', 'task', 'model', 'model on task', 'variant', 'sampling'],
    rows: rows.map(({ name, tasks, shares }) => [
      name ?? 'all models',
      String(tasks),
      numberCell(shares.task, 'percent'),
      numberCell(name === null ? shares.model : null, 'percent'),
      numberCell(name === null ? shares.modelOnTask : null, 'percent'),
      numberCell(shares.wording, 'percent'),
      numberCell(shares.sampling, 'percent'),
    ]),
  };
}
