import { scorers } from '../../agreement/index.ts';
import { guards } from '../../mutators/guards/index.ts';
import { mutators } from '../../mutators/index.ts';
import { modelMutators } from '../../mutators/llm/index.ts';
import { bundledDatasets, datasetFormats } from '../datasets/index.ts';
import { readDataset } from '../datasets/read-dataset.ts';
import { mutatePrompts } from '../pipeline/2-mutate/mutate-prompts.ts';

const bundledSets = () => Promise.all(Object.keys(bundledDatasets).map((name) => readDataset(name)));

/** Every mutator, and of how many bundled tasks it makes a mutant at seed 0; null for those that need a model. */
export async function listMutators() {
  const tasks = (await bundledSets()).flatMap((set) => set.tasks);
  const bundledOf = (mutator: (typeof mutators)[number]) => {
    const how = { mutators: [mutator], guards, seed: 0, perMutator: 1 };
    return { tasks: tasks.length, applicable: tasks.filter((task) => mutatePrompts(task, how).variants[1]).length };
  };
  return [
    ...mutators.map((mutator) => ({ mutator, bundled: bundledOf(mutator) })),
    ...modelMutators.map((mutator) => ({ mutator, bundled: null })),
  ].map(({ mutator: { name, family, preserves, summary, example, source }, bundled }) => {
    return { id: name, family, preserves, summary, example, source, bundled };
  });
}

/** Every rule that picks a program. */
export function listScorers() {
  return scorers.map(({ name, summary, source }) => ({ name, summary, source }));
}

/** The task sets that come along, and the file formats that are read. */
export async function listDatasets() {
  const sets = await bundledSets();
  const bundled = sets.map(({ name, format, tasks }) => ({ name, format, tasks: tasks.length }));
  return { bundled, formats: datasetFormats.map(({ name, title, source }) => ({ name, title, source })) };
}
