import type { DrawRecord, RankedDraw, Weighted } from '../../records/draws.ts';
import type { RunRecord } from '../../records/run-record.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import { groupByTask } from '../by-key.ts';
import { oncePer } from '../once-per.ts';

/** One draw, once the official verdicts are known. */
export interface DrawValue {
  readonly wordings: readonly number[];
  /** Chance that the pick is right, ties as expectation. */
  readonly value: number;
  /** Share of the arm's samples that are right; one without a program is wrong. */
  readonly random: number;
  readonly anyRight: boolean;
  /** Distinct programs, and distinct rows of verdicts on the generated tests. */
  readonly programs: number;
  readonly behaviours: number;
}

/** All draws of a cell of one task. */
export interface CellValue {
  readonly taskId: string;
  readonly draws: readonly DrawValue[];
  readonly exact: boolean;
  /** Mean over draws, as the next ones. */
  readonly value: number;
  readonly random: number;
  readonly anyRight: number;
  readonly programs: number;
  readonly behaviours: number;
  /** Of `value`, from the draws alone; 0 where they are all that there are. */
  readonly variance: number;
}

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
): CellValue {
  const isRight = (candidate: number) => passed.has(candidateIds[candidate] ?? '');
  const judged = ({ wordings, pool, best }: RankedDraw): DrawValue => ({
    wordings,
    value: share(best, isRight),
    random: share(pool, isRight, size),
    anyRight: pool.some(([candidate]) => isRight(candidate)),
    programs: pool.length,
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
    variance: exact || values.length < 2 ? 0 : spread / (values.length - 1) / values.length,
  };
}

/** Values by cell and task. */
export type DrawValues = ReadonlyMap<string, ReadonlyMap<string, CellValue>>;

/**
 * What the draws of a run of given samples came to, by cell and task; tasks without official verdicts of all their
 * programs are left out. Empty where a model was asked. Computed once per record.
 */
export const drawValues: (record: RunRecord) => DrawValues = oncePer(computeValues);

function computeValues(record: RunRecord): DrawValues {
  const { draws: records = [], manifest } = record;
  const official = groupByTask(record.official);
  const matrices = new Map(record.matrices.map((matrix) => [matrix.taskId, matrix]));
  const cells = new Map<string, Map<string, CellValue>>();
  for (const [taskId, own] of groupByTask(records.filter(({ scorer }) => scorer === manifest.scorer))) {
    const verdicts = new Map(official.get(taskId)?.map(({ candidateId, passed }) => [candidateId, passed]));
    const passed = new Set([...verdicts].flatMap(([id, isRight]) => (isRight ? [id] : [])));
    const matrix = matrices.get(taskId);
    const rows = new Map(
      matrix?.candidates.map(({ id }, at) => [id, matrix.verdicts[at]?.map((verdict) => verdict[0]).join('') ?? '']),
    );
    for (const cell of own) {
      if (cell.draws.length === 0 || !cell.candidateIds.every((id) => verdicts.has(id))) continue;
      const byTask = cells.get(cell.cell) ?? new Map<string, CellValue>();
      cells.set(cell.cell, byTask);
      byTask.set(taskId, cellValue(cell, passed, rows));
    }
  }
  return cells;
}
