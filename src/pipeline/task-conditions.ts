import type { Task } from '../core/task.ts';
import type { MatrixInput } from './5-execute-matrix.ts';

/** What of a task decides how its tests are executed, and not which programs or tests there are. */
export function taskConditions(
  task: Task,
): Pick<
  MatrixInput,
  'taskId' | 'entryPoint' | 'prompt' | 'preload' | 'setup' | 'sharesProcess' | 'gap' | 'repository'
> {
  const { id: taskId, entryPoint, prompt, preload, setup, sharesProcess, gap, repository } = task;
  return {
    taskId,
    entryPoint,
    prompt: prompt.text,
    ...(preload ? { preload } : {}),
    ...(setup ? { setup } : {}),
    ...(sharesProcess ? { sharesProcess } : {}),
    ...(gap ? { gap } : {}),
    ...(repository ? { repository } : {}),
  };
}
