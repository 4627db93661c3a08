import { hashOf } from '../core/hash.ts';
import type { Task } from '../core/task.ts';
import type { StageStore } from './deps.ts';
import type { PlannedTask } from './planned-task.ts';

/** The key of a task's record: its id and what it says. */
export const plannedKey = ({ id, prompt }: Task): string => hashOf('task', id, prompt.text);

/** Puts on record what stage 2 decided for a task; its variants first, so that no record stands without them. */
export async function storePlanned(
  { task, variants, refusals, arms }: PlannedTask,
  store: StageStore['store'],
): Promise<void> {
  const known = store.log('variants');
  for (const variant of variants) if (!known.get(variant.id)) await known.append(variant);
  const { id: taskId, entryPoint, labels, prompt, date } = task;
  await store.log('tasks').append({
    key: plannedKey(task),
    taskId,
    promptText: prompt.text,
    entryPoint,
    labels,
    ...(date ? { date } : {}),
    refusals,
    armSamples: arms,
  });
}
