import { ablationOf } from '../core/ablation.ts';
import { adaptiveSaving } from '../core/adaptive-saving.ts';
import { robustness } from '../core/analysis/robustness.ts';
import { taxonomy } from '../core/analysis/taxonomy.ts';
import { repeatVariance } from '../core/analysis/variance.ts';
import { summariseArms } from '../core/arm-results.ts';
import { modelComparisons } from '../core/comparison/compare-sides.ts';
import { armConfidence } from '../core/confidence-results.ts';
import { costAccount } from '../core/cost-account.ts';
import { efficiencyOf } from '../core/efficiency.ts';
import type { Reporter } from '../core/reporter.ts';
import type { RunRecord } from '../core/run-record.ts';
import { groupByTask, taskResults } from '../core/task-results.ts';
import { testQuality } from '../core/test-quality.ts';
import { REPORT_SCHEMA_VERSION, type Report } from './report-schema.ts';
import { runNames } from './run-names.ts';

/** `report.json`: everything that the page shows as numbers, for programs; `data/schema/report.schema.json` is its schema. */
export const jsonReporter: Reporter = {
  name: 'json',
  file: 'report.json',
  summary: 'Arms, comparisons, robustness, mutations, cost and every task, for programs.',
  render(study) {
    const names = runNames(study);
    const report: Report = {
      schemaVersion: REPORT_SCHEMA_VERSION,
      runs: study.runs.map((record, at) => ({
        name: names[at] ?? '',
        run: { ...record.manifest },
        ...summariseArms(record),
        confidence: armConfidence(record),
        adaptive: adaptiveSaving(record),
        cost: costAccount(record),
        ablation: ablationOf(record),
        testQuality: testQuality(record),
        efficiency: efficiencyOf(record),
        perTask: perTask(record),
      })),
      modelComparisons: modelComparisons(study).map(({ labels: _, mutators: __, ...comparison }) => comparison),
      variance: repeatVariance(study),
      robustness: robustness(study),
      taxonomy: taxonomy(study),
    };
    return `${JSON.stringify(report, null, 2)}\n`;
  },
};

function perTask(record: RunRecord): Report['runs'][number]['perTask'] {
  const byTask = groupByTask(taskResults(record));
  return record.tasks.map(({ taskId, entryPoint, labels }) => ({
    taskId,
    entryPoint,
    labels,
    arms: Object.fromEntries(byTask.get(taskId)?.map(({ taskId: _, arm, ...result }) => [arm, result]) ?? []),
  }));
}
