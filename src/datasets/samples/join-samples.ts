import { DatasetError, nearestName } from '../../core/errors.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import type { Task } from '../../core/task.ts';

/** What CodeT put between a task's prompt and the model's tests. */
const CODET_TEST_REQUEST = /^\s*pass\s*\n\s*#[^\n]*\n\s*assert\s*$/;

/** Finds the task that a line of a sample file is about. */
export interface TaskJoin {
  /** @throws DatasetError `samples-unknown-task` */
  byId(id: string, place: Pick<RawRecord, 'file' | 'line'>, field: string): Task;
  /** The task with exactly this prompt. @throws DatasetError `samples-unjoined` for none or several */
  byPrompt(prompt: string, place: Pick<RawRecord, 'file' | 'line'>): Task;
  /**
   * The task whose prompt begins this one, where the rest is CodeT's request for tests.
   *
   * @throws DatasetError `samples-unjoined` for none or several
   */
  byTestPrompt(prompt: string, place: Pick<RawRecord, 'file' | 'line'>): Task;
}

function theOne(found: readonly Task[], { file, line }: Pick<RawRecord, 'file' | 'line'>): Task {
  const [task, ...others] = found;
  if (task && others.length === 0) return task;
  const problem = task
    ? `belongs to several tasks: ${found.map(({ id }) => `"${id}"`).join(', ')}`
    : 'belongs to no task of the set';
  throw new DatasetError('samples-unjoined', { file, line, field: 'prompt' }, problem, {
    hint: 'Give the task file that these samples were made from.',
  });
}

/** Joins samples to `tasks`: the whole set, so that samples of tasks left out of a run are known as such. */
export function joinTo(tasks: readonly Task[]): TaskJoin {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const byPrompt = new Map<string, Task[]>();
  for (const task of tasks) {
    const same = byPrompt.get(task.prompt.text);
    if (same) same.push(task);
    else byPrompt.set(task.prompt.text, [task]);
  }
  return {
    byId(id, { file, line }, field) {
      const task = byId.get(id);
      if (task) return task;
      const nearest = nearestName(id, [...byId.keys()]);
      throw new DatasetError('samples-unknown-task', { file, line, field }, `is "${id}", which the task set lacks`, {
        hint: `${nearest === null ? '' : `Did you mean "${nearest}"? `}Give the task file that these samples were made from.`,
      });
    },
    byPrompt: (prompt, place) => theOne(byPrompt.get(prompt) ?? [], place),
    byTestPrompt: (prompt, place) =>
      theOne(
        tasks.filter(
          ({ prompt: { text } }) => prompt.startsWith(text) && CODET_TEST_REQUEST.test(prompt.slice(text.length)),
        ),
        place,
      ),
  };
}
