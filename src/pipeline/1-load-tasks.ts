import { ConfigError } from '../core/errors.ts';
import type { Task } from '../core/task.ts';

export interface TaskSelection {
  /** The first so many, after the other conditions. */
  readonly limit?: number | undefined;
  readonly tasks?: readonly string[] | undefined;
  /** ISO dates, inclusive; tasks without a date are left out where either is given. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Stage 1, in file order. @throws ConfigError `unknown-task` or `no-tasks` */
export function selectTasks(tasks: readonly Task[], { limit, tasks: ids, since, until }: TaskSelection) {
  const known = new Set(tasks.map((task) => task.id));
  const quoted = (some: readonly string[]) => some.map((id) => `"${id}"`).join(', ');
  const missing = (ids ?? []).filter((id) => !known.has(id));
  if (missing.length > 0) {
    throw new ConfigError('unknown-task', `the task set has no task ${quoted(missing)}`, {
      hint: `Its ids look like ${quoted([...known].slice(0, 3))}.`,
    });
  }
  const wanted = new Set(ids ?? known);
  const selected = tasks.filter(({ id, date }) => {
    if (!wanted.has(id)) return false;
    if (since === undefined && until === undefined) return true;
    return date !== undefined && (!since || date >= since) && (!until || date.slice(0, 10) <= until);
  });
  if (selected.length === 0) {
    throw new ConfigError('no-tasks', 'no task is left to run', {
      hint: 'Choose more tasks: loosen --tasks, --since, --until or --limit.',
    });
  }
  return selected.slice(0, limit ?? selected.length);
}
