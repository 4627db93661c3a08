import { type TaskResult, taskResults } from '../../analysis/arms/task-results.ts';
import { groupByTask } from '../../core/group-by.ts';
import type { Study } from '../../records/study.ts';
import { type Section, tableBlock } from '../document.ts';
import { percent } from '../figures.ts';
import { namedRuns } from '../run-names.ts';

function outcome({ arm, passAtK, pickPassed, abstained, pickedId }: TaskResult): string {
  if (arm === 'baseline') return percent(passAtK['1'] ?? 0);
  if (pickedId === null) return 'no program';
  return `${pickPassed ? 'right' : 'wrong'}${abstained ? ' (draw)' : ''}`;
}

/** The outcome of every task and arm, for reports without a script. */
export function tasksSection(study: Study): Section {
  return {
    id: 'tasks',
    title: 'Tasks',
    blocks: namedRuns(study).map(({ name, record: run }) => {
      const byTask = groupByTask(taskResults(run));
      return tableBlock({
        id: 'tasks',
        caption: name ?? 'Outcomes',
        note: 'Share of right programs for baseline, otherwise whether the picked program passes the official tests.',
        head: ['task', ...run.manifest.arms],
        rows: run.tasks.map(({ taskId }) => [
          taskId,
          ...run.manifest.arms.map((arm) => {
            const result = byTask.get(taskId)?.find((candidate) => candidate.arm === arm);
            return result ? outcome(result) : 'not evaluated';
          }),
        ]),
      });
    }),
  };
}
