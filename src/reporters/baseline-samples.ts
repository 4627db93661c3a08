import { taskResults } from '../analysis/arms/task-results.ts';
import { groupByTask } from '../core/group-by.ts';
import type { RunRecord } from '../records/run-record.ts';

/** Rows as the text of a JSONL file. */
export const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The samples of the original prompt of the tasks that were evaluated, in order, as leaderboards list them; not every reply has a program. */
export function baselineSamples(record: RunRecord) {
  const evaluated = new Set(taskResults(record).map(({ taskId }) => taskId));
  const official = groupByTask(record.official);
  const candidates = groupByTask(record.candidates);
  return record.armSamples
    .filter(({ arm, taskId }) => arm === 'baseline' && evaluated.has(taskId))
    .flatMap(({ taskId, samples }) =>
      samples.map(({ variantId, sample }) => {
        const candidate = candidates
          .get(taskId)
          ?.find(({ origins }) => origins.some((from) => from.variantId === variantId && from.sample === sample));
        const judged = official.get(taskId)?.find(({ candidateId }) => candidateId === candidate?.id);
        return { taskId, sample, candidate, official: judged };
      }),
    );
}
