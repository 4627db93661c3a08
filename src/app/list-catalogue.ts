import { scorers } from '../../agreement/index.ts';
import { guards } from '../../mutators/guards/index.ts';
import { mutators as ruleBased, selectMutators } from '../../mutators/index.ts';
import { modelMutators } from '../../mutators/llm/index.ts';
import { applyEdits, type Edit } from '../core/edit.ts';
import { ConfigError } from '../core/errors.ts';
import type { ModelMutator, Mutator, Variant } from '../core/mutation.ts';
import type { Task } from '../core/task.ts';
import { bundledDatasets, datasetFormats } from '../datasets/index.ts';
import { readDataset } from '../datasets/read-dataset.ts';
import { mutatePrompts } from '../pipeline/2-mutate/mutate-prompts.ts';

/** The effect of a mutator on the bundled tasks, at seed 0. */
interface BundledEffect {
  readonly tasks: number;
  /** Tasks with a sound mutant. */
  readonly applicable: number;
  /** Reason -> tasks on which the mutator refuses for it. */
  readonly refused: Readonly<Record<string, number>>;
  readonly mutants: readonly { readonly task: Task; readonly variant: Variant }[];
}

/** Runs mutators, each by itself, over every bundled task. */
async function bundledEffects(mutators: readonly Mutator[]): Promise<ReadonlyMap<string, BundledEffect>> {
  const sets = await Promise.all(Object.keys(bundledDatasets).map((name) => readDataset(name)));
  const tasks = sets.flatMap((set) => set.tasks);
  return new Map(
    mutators.map((mutator): [string, BundledEffect] => {
      const mutants: { task: Task; variant: Variant }[] = [];
      const refused: Record<string, number> = {};
      for (const task of tasks) {
        const outcome = mutatePrompts(task, { mutators: [mutator], guards, seed: 0, perMutator: 1 });
        const variant = outcome.variants[1];
        if (variant) mutants.push({ task, variant });
        for (const { refused: reason } of outcome.refusals) refused[reason] = (refused[reason] ?? 0) + 1;
      }
      return [mutator.name, { tasks: tasks.length, applicable: mutants.length, refused, mutants }];
    }),
  );
}

/** The whole lines from the first to the last edit, before and after. */
export function changedLines(
  text: string,
  edits: readonly Edit[],
): { readonly before: string; readonly after: string } {
  if (edits.length === 0) return { before: '', after: '' };
  const first = Math.min(...edits.map(({ start }) => start));
  const last = Math.max(...edits.map(({ end }) => end));
  const start = text.lastIndexOf('\n', first - 1) + 1;
  const newline = text.indexOf('\n', last);
  const end = newline < 0 ? text.length : newline;
  const local = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  const before = text.slice(start, end);
  return { before, after: applyEdits(before, local) };
}

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
 * The effect of one mutator on the bundled tasks, and its reasons for refusing others.
 *
 * @throws ConfigError if the name is not one mutator
 */
export async function describeMutator(id: string) {
  const [mutator, ...others] = selectMutators(id, { includeAdversarial: true });
  if (!mutator || others.length > 0) {
    throw new ConfigError('one-mutator', `"${id}" is not one mutator`, { hint: 'Name one of "mutagree mutators".' });
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
