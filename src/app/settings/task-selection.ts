import type { TaskSelection } from '../../pipeline/1-load-tasks.ts';

/** Which tasks of a set are meant. */
export interface TaskSettings {
  readonly limit?: number | undefined;
  readonly tasks?: readonly string[] | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** The same for stage 1. */
export function taskSelection({ limit, tasks, since, until }: TaskSettings): TaskSelection {
  return {
    ...(limit ? { limit } : {}),
    ...(tasks ? { taskIds: tasks } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
  };
}
