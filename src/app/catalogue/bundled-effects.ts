import { guards } from '../../../mutators/guards/index.ts';
import type { Mutator, Variant } from '../../core/mutation.ts';
import type { Task } from '../../core/task.ts';
import { bundledDatasets } from '../../datasets/index.ts';
import { readDataset } from '../../datasets/read-dataset.ts';
import { mutatePrompts } from '../../pipeline/2-mutate/mutate-prompts.ts';

/** What a mutator does to the bundled tasks, at seed 0. */
export interface BundledEffect {
  readonly tasks: number;
  /** Tasks with a sound mutant. */
  readonly applicable: number;
  /** Reason -> tasks on which the mutator refuses for it. */
  readonly refused: Readonly<Record<string, number>>;
  readonly mutants: readonly { readonly task: Task; readonly variant: Variant }[];
}

/** Runs mutators, each by itself, over every bundled task. */
export async function bundledEffects(mutators: readonly Mutator[]): Promise<ReadonlyMap<string, BundledEffect>> {
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
