import { groupByTask } from '../../analysis/by-key.ts';
import type { Arm } from '../../core/arm.ts';
import { armMatrix } from '../../pipeline/arm-matrix.ts';
import { loadRun } from '../../store/load-run.ts';
import type { ExecutedTask } from './matrix-file.ts';

/**
 * The executed tasks of a run directory, with official verdicts where all of a task's programs have one.
 *
 * @param arm only the samples of this arm; all of the run for null.
 * @throws StoreError `no-run`
 */
export async function readRunMatrices(directory: string, arm: Arm | null): Promise<readonly ExecutedTask[]> {
  const record = await loadRun(directory);
  const candidates = groupByTask(record.candidates);
  const tests = groupByTask(record.tests);
  const entryPoints = new Map(record.tasks.map(({ taskId, entryPoint }) => [taskId, entryPoint]));
  const official = new Map(record.official.map((verdict) => [`${verdict.taskId} ${verdict.candidateId}`, verdict]));
  const planned = new Map(
    record.armSamples.filter((samples) => samples.arm === arm).map((own) => [own.taskId, own] as const),
  );
  return record.matrices.flatMap((whole): ExecutedTask[] => {
    const { taskId } = whole;
    const own = planned.get(taskId);
    if (arm !== null && !own) return [];
    const matrix = own ? armMatrix(whole, own.samples, own.tests) : whole;
    if (matrix.candidates.length === 0) return [];
    const pick = <T extends { readonly id: string }>(
      entries: readonly { readonly id: string }[],
      all: readonly T[],
    ) => {
      const byId = new Map(all.map((item) => [item.id, item]));
      return entries.map(({ id }) => byId.get(id) as T);
    };
    const verdicts = matrix.candidates.map(({ id }) => official.get(`${taskId} ${id}`));
    const isJudged = verdicts.every((verdict) => verdict !== undefined);
    return [
      {
        taskId,
        entryPoint: entryPoints.get(taskId) ?? null,
        candidates: pick(matrix.candidates, candidates.get(taskId) ?? []),
        tests: pick(matrix.tests, tests.get(taskId) ?? []),
        matrix,
        official: isJudged ? verdicts.flatMap((verdict) => verdict ?? []) : null,
      },
    ];
  });
}
