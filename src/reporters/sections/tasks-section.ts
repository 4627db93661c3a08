import { type TaskResult, taskResults } from '../../analysis/arms/task-results.ts';
import { groupByTask } from '../../core/group-by.ts';
import type { TaskRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { type Section, tableBlock } from '../document.ts';
import { percent } from '../figures.ts';
import { runNames } from '../names.ts';
import type { Table } from '../tables/table.ts';

/** A task's labels as text, in the order stage, ML task, data type. */
export const labelText = ({ labels }: Pick<TaskRecord, 'labels'>): string =>
  [labels.stage, labels.mlTask, labels.dataType].filter((label) => label !== undefined).join(' · ');

/** Every task of the study once: runs may be unfinished, so that one run alone may not have all of them. */
export function studyTasks({ runs }: Study): readonly TaskRecord[] {
  return [...new Map(runs.flatMap(({ tasks }) => tasks.map((task) => [task.taskId, task]))).values()];
}

const OPEN = 'not evaluated';

function outcome(result: TaskResult | undefined): string {
  if (result === undefined) return OPEN;
  const { arm, passAtK, pickPassed, abstained, pickedId, overDraws } = result;
  const expected = passAtK['1'] ?? 0;
  if (arm === 'baseline') return percent(expected);
  if (pickedId === null) return 'no program';
  const verdict = pickPassed ? '✓ right' : '✗ wrong';
  if (abstained) return `${verdict} (random draw)`;
  const isShare = expected > 0 && expected < 1;
  return isShare ? `${verdict} (${percent(expected)} of ${overDraws ? 'all draws' : 'the tie'})` : verdict;
}

/** How the arms differ on a task, for a search. */
function remark(results: readonly TaskResult[]): string {
  const passed = (name: string) => results.find(({ arm }) => arm === name)?.pickPassed;
  if (results.length === 0) return '';
  if (results.every(({ correct }) => correct === 0)) return 'no right program';
  if (passed('mutation-ensemble') && passed('self-agreement') === false) return 'gained by mutation';
  if (passed('self-agreement') && passed('mutation-ensemble') === false) return 'lost by mutation';
  const last = results.at(-1);
  return last?.pickPassed === false && last.arm !== 'baseline' ? 'right program not picked' : '';
}

/** One row per task: the arms of a single run, or the runs of a study with their arms in order. */
function tasksTable(study: Study): Table {
  const [{ manifest }] = study.runs;
  const tasks = studyTasks(study);
  const byRun = study.runs.map((record) => groupByTask(taskResults(record)));
  const isSingle = study.runs.length === 1;
  const order = isSingle ? '' : `. Each cell: ${manifest.arms.join(' · ')}`;
  return {
    id: 'tasks',
    caption: 'Outcomes',
    note: `Share of right programs for baseline, otherwise whether the picked program passes the official tests${order}.`,
    head: ['task', ...(isSingle ? [...manifest.arms, 'remark'] : runNames(study)), 'labels'],
    rows: tasks.map((task) => {
      const results = byRun.map((run) => run.get(task.taskId) ?? []);
      const outcomes = results.map((own) => manifest.arms.map((arm) => outcome(own.find((one) => one.arm === arm))));
      const short = outcomes.map((own) =>
        [...new Set(own)].join() === OPEN ? OPEN : own.join(' · ').replace(/ (?:right|wrong)/g, ''),
      );
      const cells = isSingle ? [...(outcomes[0] ?? []), remark(results[0] ?? [])] : short;
      return [task.taskId, ...cells, labelText(task)];
    }),
    links: tasks.map((_, at) => `#task/${at}`),
  };
}

/** The outcome of every task. */
export function tasksSection(study: Study): Section {
  return { id: 'tasks', title: 'Tasks', blocks: [tableBlock(tasksTable(study))] };
}
