import type { Reporter } from '../core/reporter.ts';
import { reportedK, taskResults } from '../core/task-results.ts';
import { csvRow } from './tables/csv.ts';

/** `tasks.csv`: one row a task and arm; pass@k as fractions. */
export const csvReporter: Reporter = {
  name: 'csv',
  file: 'tasks.csv',
  summary: 'One row a task and arm, for spreadsheets and data frames.',
  render({ runs: [record] }) {
    const ks = reportedK(record.manifest);
    const labels = new Map(record.tasks.map((task) => [task.taskId, task.labels]));
    const head = ['task_id', 'stage', 'ml_task', 'data_type', 'arm', 'samples', 'programs', 'correct']
      .concat(ks.map((k) => `pass@${k}`))
      .concat(['picked_id', 'pick_passed', 'abstained', 'tied']);
    const rows = taskResults(record).map((result) => {
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
    return [head, ...rows].map(csvRow).join('');
  },
};
