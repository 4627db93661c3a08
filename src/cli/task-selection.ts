import type { TaskSelection } from '../pipeline/1-load-tasks.ts';

/** The flags of `addTaskOptions`. */
export interface TaskFlags {
  readonly limit?: number | undefined;
  readonly tasks?: readonly string[] | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Which tasks the flags ask for. */
export function taskSelection({ limit, tasks, since, until }: TaskFlags): TaskSelection {
  return {
    ...(limit ? { limit } : {}),
    ...(tasks ? { taskIds: tasks } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
  };
}
