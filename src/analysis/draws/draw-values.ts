import { groupByTask } from '../../core/group-by.ts';
import { oncePer } from '../../core/once-per.ts';
import type { DrawRecord, RankedDraw, RunRecord, Weighted } from '../../records/run-record.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import { officialVerdicts, passedPrograms } from '../arms/judged-samples.ts';

function share(weighted: readonly Weighted[], isRight: (candidate: number) => boolean, of?: number): number {
  let all = 0;
  let right = 0;
  for (const [candidate, weight] of weighted) {
    all += weight;
    if (isRight(candidate)) right += weight;
  }
  const samples = of ?? all;
  return samples === 0 ? 0 : right / samples;
}

function cellValue(
  { taskId, candidateIds, draws, exact, size }: DrawRecord,
  passed: ReadonlySet<string>,
  rows: ReadonlyMap<string, string>,
) {
  const isRight = (candidate: number) => passed.has(candidateIds[candidate] ?? '');
  const judged = ({ wordings, pool, best }: RankedDraw) => ({
    wordings,
    /** Chance that the pick is right, ties as expectation. */
    value: share(best, isRight),
    /** Share of the arm's samples that are right; one without a program is wrong. */
    random: share(pool, isRight, size),
    anyRight: pool.some(([candidate]) => isRight(candidate)),
    programs: pool.length,
    /** Distinct rows of verdicts on the generated tests. */
    behaviours: new Set(pool.map(([candidate]) => rows.get(candidateIds[candidate] ?? ''))).size,
  });
  const values = draws.map(judged);
  const of = (field: 'value' | 'random' | 'programs' | 'behaviours') => meanOf(values.map((draw) => draw[field]));
  const value = of('value');
  const spread = values.reduce((sum, draw) => sum + (draw.value - value) ** 2, 0);
  return {
    taskId,
    draws: values,
    exact,
    value,
    random: of('random'),
    anyRight: meanOf(values.map(({ anyRight }) => (anyRight ? 1 : 0))),
    programs: of('programs'),
    behaviours: of('behaviours'),
    /** Of `value`, from the draws alone; 0 where they are all that there are. */
    variance: exact || values.length < 2 ? 0 : spread / (values.length - 1) / values.length,
  };
}

export type CellValue = ReturnType<typeof cellValue>;

export type DrawValues = ReadonlyMap<string, ReadonlyMap<string, CellValue>>;

/** By cell and task with official verdicts of all programs; empty if a model was asked. Computed once per record. */
export const drawValues = oncePer((record: RunRecord): DrawValues => {
  const { draws: records = [], manifest } = record;
  const matrices = new Map(record.matrices.map((matrix) => [matrix.taskId, matrix]));
  const cells = new Map<string, Map<string, CellValue>>();
  for (const [taskId, own] of groupByTask(records.filter(({ scorer }) => scorer === manifest.scorer))) {
    const verdicts = officialVerdicts(record).get(taskId);
    const passed = passedPrograms(record, taskId);
    const matrix = matrices.get(taskId);
    const rows = new Map(
      matrix?.candidates.map(({ id }, at) => [id, matrix.verdicts[at]?.map((verdict) => verdict[0]).join('') ?? '']),
    );
    for (const cell of own) {
      if (cell.draws.length === 0 || !cell.candidateIds.every((id) => verdicts?.has(id))) continue;
      const byTask = cells.get(cell.cell) ?? new Map<string, CellValue>();
      cells.set(cell.cell, byTask);
      byTask.set(taskId, cellValue(cell, passed, rows));
    }
  }
  return cells;
});
