import { scorers } from '../../agreement/index.ts';
import { mutators as ruleBased, selectMutators } from '../../mutators/index.ts';
import { modelMutators } from '../../mutators/llm/index.ts';
import { ConfigError } from '../core/errors.ts';
import type { ModelMutator, Mutator } from '../core/mutation.ts';
import { bundledDatasets, datasetFormats } from '../datasets/index.ts';
import { readDataset } from '../datasets/read-dataset.ts';
import { bundledEffects } from './catalogue/bundled-effects.ts';
import { changedLines } from './catalogue/changed-lines.ts';

const mutators: readonly (Mutator | ModelMutator)[] = [...ruleBased, ...modelMutators];

/** Every mutator, and of how many bundled tasks it makes a mutant; null for those that need a model. */
export async function listMutators() {
  const effects = await bundledEffects(ruleBased);
  return mutators.map(({ name, family, preserves, summary, example, source }) => {
    const effect = effects.get(name);
    const bundled = effect ? { tasks: effect.tasks, applicable: effect.applicable } : null;
    return { id: name, family, preserves, summary, example, source, bundled };
  });
}

/** Every rule that picks a program. */
export function listScorers() {
  return scorers.map(({ name, summary, source }) => ({ name, summary, source }));
}

/** The task sets that come along, and the file formats that are read. */
export async function listDatasets() {
  const bundled = await Promise.all(
    Object.keys(bundledDatasets).map(async (name) => {
      const { tasks, format } = await readDataset(name);
      return { name, format, tasks: tasks.length };
    }),
  );
  return { bundled, formats: datasetFormats.map(({ name, title, source }) => ({ name, title, source })) };
}

/** Mutants shown. */
const SHOWN = 3;

/**
 * What one mutator does to the bundled tasks, and why it refuses the others.
 *
 * @throws ConfigError for a name that is not one mutator
 */
export async function describeMutator(id: string) {
  const [mutator, ...others] = selectMutators(id, { includeAdversarial: true });
  if (!mutator || others.length > 0) {
    throw new ConfigError('one-mutator', `"${id}" is not one mutator`, { mend: 'Name one of "mutagree mutators".' });
  }
  const effect = (await bundledEffects([mutator])).get(mutator.name);
  const { tasks = 0, applicable = 0, refused = {}, mutants = [] } = effect ?? {};
  const examples = mutants.slice(0, SHOWN).map(({ task, variant }) => ({
    taskId: task.id,
    ...changedLines(task.prompt.text, variant.mutation?.edits ?? []),
    renames: variant.mutation?.renames ?? {},
  }));
  const reasons = Object.entries(refused).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const { name, family, preserves, summary, example, touches, declares = [], source } = mutator;
  const bundled = { tasks, applicable, refused: Object.fromEntries(reasons) };
  return { id: name, family, preserves, summary, example, touches, declares, source, bundled, examples };
}
