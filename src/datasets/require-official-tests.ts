import { ConfigError } from '../core/errors.ts';
import type { Task } from '../core/task.ts';
import type { NamedDataset } from './read-dataset.ts';

/** Refuses tasks without official tests before a model is asked. @throws ConfigError `official-tests-missing` */
export function requireOfficialTests({ name, oracles }: NamedDataset, tasks: readonly Task[]): void {
  const without = tasks.find(({ id }) => !oracles.has(id));
  if (!without) return;
  throw new ConfigError('official-tests-missing', `task "${without.id}" of ${name} has no official tests`, {
    hint: 'Use a task file with official tests, or leave the task out with --tasks.',
  });
}
