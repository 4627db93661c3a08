import type { TaskSelection } from '../../pipeline/1-load-tasks.ts';
import type { TaskSettings } from './config.ts';

/** The same for stage 1. */
export function taskSelection({ limit, tasks, since, until }: TaskSettings): TaskSelection {
  return {
    ...(limit ? { limit } : {}),
    ...(tasks ? { taskIds: tasks } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
  };
}
