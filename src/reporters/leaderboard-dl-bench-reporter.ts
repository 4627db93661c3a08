import type { OfficialRecord, RunRecord } from '../records/run-record.ts';
import type { Reporter } from '../records/study.ts';
import { baselineSamples, jsonLines } from './baseline-samples.ts';

/** The words of the authors' harness; whatever ends a program otherwise counts as failed there, too. */
function statusOf(official: OfficialRecord | undefined): string {
  if (!official || official.problem === 'no-code') return 'no_code';
  if (official.passed) return 'pass';
  if (official.problem === 'patch-impossible') return 'patch_error';
  if (official.problem !== undefined) return 'error';
  return official.verdict === 'timeout' ? 'timeout' : 'fail';
}

function rowsOf(record: RunRecord): object[] {
  const { config, model, dataset } = record.manifest;
  if (!dataset.format.startsWith('dl-bench')) return [];
  const labels = new Map(record.tasks.map((task) => [task.taskId, task.labels]));
  return baselineSamples(record).map(({ taskId, sample, official }) => {
    const { passed, total } = official?.tests ?? {};
    const { stage = null, mlTask: task = null, dataType: data = null } = labels.get(taskId) ?? {};
    return {
      task_id: taskId,
      model: model.id,
      prompting: config['prompting'] ?? null,
      sample,
      status: statusOf(official),
      detail: official?.detail ?? '',
      // Which of the others failed and which raised is not kept.
      ...(passed === undefined || total === undefined ? {} : { counts: { passed, failed: total - passed } }),
      stage,
      metadata: { stage, task, data },
    };
  });
}

/**
 * `leaderboard-dl-bench.jsonl`: the samples of the baseline as DL-Bench's harness writes its results (`task_id, status,
 * counts, metadata`), with model, prompting and stage as in its published outcomes. Empty for other benchmarks.
 */
export const leaderboardDlBenchReporter: Reporter = {
  name: 'leaderboard-dl-bench',
  file: 'leaderboard-dl-bench.jsonl',
  summary: "The baseline's samples as DL-Bench's harness writes its results; for its tasks alone.",
  render: ({ runs }) => jsonLines(runs.flatMap(rowsOf)),
};
