import { DatasetError, nearestName } from '../../core/errors.ts';
import { groupBy } from '../../core/group-by.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import type { Task } from '../../core/task.ts';
import type { SampleLine } from './sample-format.ts';

/** Numbers equal keys from 0, in the order in which they come. */
export function counter(): (key: string) => number {
  const next = new Map<string, number>();
  return (key) => {
    const number = next.get(key) ?? 0;
    next.set(key, number + 1);
    return number;
  };
}

/** CodeT's text between a task's prompt and the model's tests. */
const CODET_TEST_REQUEST = /^\s*pass\s*\n\s*#[^\n]*\n\s*assert\s*$/;

type Place = Pick<RawRecord, 'file' | 'line'>;

/** @throws DatasetError `samples-unjoined` for none or several */
function theOne(found: readonly Task[], { file, line }: Place): Task {
  const [task, ...others] = found;
  if (task && others.length === 0) return task;
  const problem = task
    ? `belongs to several tasks: ${found.map(({ id }) => `"${id}"`).join(', ')}`
    : 'belongs to no task of the set';
  throw new DatasetError('samples-unjoined', { file, line, field: 'prompt' }, problem, {
    hint: 'Give the task file that these samples were made from (--dataset).',
  });
}

/** Joins samples to `tasks`: the whole set, so that samples of tasks left out of a run are known as such. */
export function joinTo(tasks: readonly Task[]) {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const byPrompt = groupBy(tasks, ({ prompt }) => prompt.text);
  const findById = (id: string, { file, line }: Place, field: string): Task => {
    const task = byId.get(id);
    if (task) return task;
    const nearest = nearestName(id, [...byId.keys()]);
    throw new DatasetError('samples-unknown-task', { file, line, field }, `is "${id}", which the task set lacks`, {
      hint: `${nearest === null ? '' : `Did you mean "${nearest}"? `}Give the task file that these samples were made from.`,
    });
  };
  return {
    /** @throws DatasetError `samples-unknown-task` */
    byId: findById,
    /** The task that a sample names by its id, or by exactly its prompt. */
    taskOf: ({ task, place }: Pick<SampleLine, 'task' | 'place'>): Task =>
      'id' in task ? findById(task.id, place, 'task_id') : theOne(byPrompt.get(task.prompt) ?? [], place),
    /** The task whose prompt begins this one, where the rest is CodeT's request for tests. */
    byTestPrompt: (prompt: string, place: Place) =>
      theOne(
        tasks.filter(
          ({ prompt: { text } }) => prompt.startsWith(text) && CODET_TEST_REQUEST.test(prompt.slice(text.length)),
        ),
        place,
      ),
  };
}

export type TaskJoin = ReturnType<typeof joinTo>;
