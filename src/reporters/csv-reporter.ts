import { reportedK, taskResults } from '../analysis/arms/task-results.ts';
import type { RunRecord } from '../records/run-record.ts';
import type { Reporter } from '../records/study.ts';
import { csvRow } from './tables/csv.ts';

type CsvCell = Parameters<typeof csvRow>[0][number];

function rowsOf(record: RunRecord, ks: readonly number[]): CsvCell[][] {
  const labels = new Map(record.tasks.map((task) => [task.taskId, task.labels]));
  return taskResults(record).map((result) => {
    const { stage, mlTask, dataType } = labels.get(result.taskId) ?? {};
    return [
      result.taskId,
      stage ?? null,
      mlTask ?? null,
      dataType ?? null,
      result.arm,
      result.samples,
      result.programs,
      result.correct,
      ...ks.map((k) => result.passAtK[k] ?? null),
      result.pickedId,
      result.pickPassed,
      result.abstained,
      result.tied,
    ];
  });
}

/**
 * `tasks.csv`: one row per task and arm; pass@k as fractions. A study of several runs has its model and its repeat, from 1,
 * in front of each row.
 */
export const csvReporter: Reporter = {
  name: 'csv',
  file: 'tasks.csv',
  summary: 'One row per task and arm, for spreadsheets and data frames.',
  render({ runs }) {
    const ks = [...new Set(runs.flatMap(({ manifest }) => reportedK(manifest)))].toSorted((one, other) => one - other);
    const head = ['task_id', 'stage', 'ml_task', 'data_type', 'arm', 'samples', 'programs', 'correct']
      .concat(ks.map((k) => `pass@${k}`))
      .concat(['picked_id', 'pick_passed', 'abstained', 'tied']);
    if (runs.length === 1) return [head, ...rowsOf(runs[0], ks)].map(csvRow).join('');
    const rows = runs.flatMap((record, at) => {
      const { id } = record.manifest.model;
      const repeat = runs.slice(0, at + 1).filter(({ manifest }) => manifest.model.id === id).length;
      return rowsOf(record, ks).map((row) => [id, repeat, ...row]);
    });
    return [['model', 'repeat', ...head], ...rows].map(csvRow).join('');
  },
};
