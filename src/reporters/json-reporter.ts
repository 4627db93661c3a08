import { adaptiveSaving } from '../core/adaptive-saving.ts';
import { summariseArms } from '../core/arm-results.ts';
import { armConfidence } from '../core/confidence-results.ts';
import type { Reporter } from '../core/reporter.ts';
import type { RunRecord } from '../core/run-record.ts';
import { groupByTask, taskResults } from '../core/task-results.ts';

/** Version of report.json's shape. */
const REPORT_SCHEMA_VERSION = 1;

/**
 * `report.json`: `{schemaVersion, run, tasks, notEvaluated, samplesPerArm, scorer, arms, comparisons, confidence, adaptive,
 * perTask}`, where
 * `run` is the manifest and `perTask` has one entry a task with its result in each arm. Fractions, not percent.
 */
export const jsonReporter: Reporter = {
  name: 'json',
  file: 'report.json',
  summary: 'Arms, comparisons and every task, for programs.',
  render({ runs: [record] }) {
    const results = taskResults(record);
    const report = {
      schemaVersion: REPORT_SCHEMA_VERSION,
      run: record.manifest,
      ...summariseArms(record),
      confidence: armConfidence(record),
      adaptive: adaptiveSaving(record),
      perTask: perTask(record, results),
    };
    return `${JSON.stringify(report, null, 2)}\n`;
  },
};

function perTask({ tasks }: RunRecord, results: ReturnType<typeof taskResults>) {
  const byTask = groupByTask(results);
  return tasks.map(({ taskId, entryPoint, labels }) => ({
    taskId,
    entryPoint,
    labels,
    arms: Object.fromEntries(byTask.get(taskId)?.map(({ taskId: _, arm, ...result }) => [arm, result]) ?? []),
  }));
}
