import { summariseArms } from '../analysis/arms/arm-results.ts';
import { efficiencyOf } from '../analysis/arms/efficiency.ts';
import { taskResults } from '../analysis/arms/task-results.ts';
import { testQuality } from '../analysis/arms/test-quality.ts';
import { repeatVariance } from '../analysis/arms/variance.ts';
import { ablationOf } from '../analysis/attribution/ablation.ts';
import { armConfidence } from '../analysis/calibration/confidence-results.ts';
import { callOutcomes } from '../analysis/calls/call-outcomes.ts';
import { warningsOf } from '../analysis/calls/warnings.ts';
import { modelComparisons } from '../analysis/comparison/compare-sides.ts';
import { adaptiveSaving } from '../analysis/cost/arm-replies.ts';
import { costAccount } from '../analysis/cost/cost-account.ts';
import { robustness } from '../analysis/robustness/robustness.ts';
import { taxonomy } from '../analysis/taxonomy/taxonomy.ts';
import { groupByTask } from '../core/group-by.ts';
import type { RunRecord } from '../records/run-record.ts';
import type { Reporter } from '../records/study.ts';
import { failuresDocument } from './failures/failures-document.ts';
import { runNames } from './names.ts';

/** 1 held a single run. */
const SCHEMA_VERSION = 2;

/** `report.json`: everything that the page shows as numbers, for programs; `data/schema/report.schema.json` is its schema. */
export const jsonReporter: Reporter = {
  name: 'json',
  file: 'report.json',
  summary: 'Arms, comparisons, robustness, mutations, calls, cost and every task, for programs.',
  render(study) {
    const names = runNames(study);
    const failures = failuresDocument(study);
    const report = {
      schemaVersion: SCHEMA_VERSION,
      runs: study.runs.map((record, at) => ({
        name: names[at] ?? '',
        run: { ...record.manifest },
        ...summariseArms(record),
        incidents: warningsOf(record),
        confidence: armConfidence(record),
        adaptive: adaptiveSaving(record),
        cost: costAccount(record),
        calls: callOutcomes(record),
        ablation: ablationOf(record),
        testQuality: testQuality(record),
        efficiency: efficiencyOf(record),
        perTask: perTask(record),
      })),
      modelComparisons: modelComparisons(study).map(({ labels: _, mutators: __, ...comparison }) => comparison),
      variance: repeatVariance(study),
      robustness: robustness(study),
      taxonomy: taxonomy(study),
      ...(failures ? { failures } : {}),
    };
    return `${JSON.stringify(report, null, 2)}\n`;
  },
};

function perTask(record: RunRecord) {
  const byTask = groupByTask(taskResults(record));
  return record.tasks.map(({ taskId, entryPoint, labels }) => ({
    taskId,
    entryPoint,
    labels,
    arms: Object.fromEntries(byTask.get(taskId)?.map(({ taskId: _, arm, ...result }) => [arm, result]) ?? []),
  }));
}
