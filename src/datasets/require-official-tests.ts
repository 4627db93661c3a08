import { ConfigError } from '../core/errors.ts';
import type { Task } from '../core/task.ts';
import { datasetFormats } from './index.ts';
import type { NamedDataset } from './read-dataset.ts';

/**
 * Refuses work that ends in official tests where there are none to run, before a model is asked for anything.
 *
 * @throws ConfigError `format-not-executable` while a format's tests cannot be run, `official-tests-missing` where a
 * task has none.
 */
export function requireOfficialTests(
  { format, name, oracles }: Pick<NamedDataset, 'format' | 'name' | 'oracles'>,
  tasks: readonly Task[],
): void {
  const { title = format, notExecutable } = datasetFormats.find((known) => known.name === format) ?? {};
  if (notExecutable !== undefined) {
    throw new ConfigError('format-not-executable', `${title} tasks cannot be evaluated yet: ${notExecutable}`, {
      hint: `"mutagree mutate --format dataset" writes task files that ${title}'s own harness can run.`,
    });
  }
  const without = tasks.find(({ id }) => !oracles.has(id));
  if (without) {
    throw new ConfigError('official-tests-missing', `task "${without.id}" of ${name} has no official tests`, {
      hint: 'Use a task file with official tests, or leave the task out with --tasks.',
    });
  }
}
