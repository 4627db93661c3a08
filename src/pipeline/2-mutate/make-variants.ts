import type { Composition } from '../../core/strength.ts';
import type { Task } from '../../core/task.ts';
import { composePrompts } from './compose-mutations.ts';
import { type MutatedTask, type MutationDeps, mutatePrompts } from './mutate-prompts.ts';

interface VariantDeps extends MutationDeps {
  /** null: each mutator by itself. */
  readonly composition: Composition | null;
  /** Compositions per task, at most. */
  readonly count: number;
}

/** Stage 2 of one task without a model: mutators by themselves, or composed; approaches are never composed. */
export function makeVariants(task: Task, { composition, count, mutators, ...deps }: VariantDeps): MutatedTask {
  if (!composition) return mutatePrompts(task, { ...deps, mutators });
  const framing = mutators.filter(({ family }) => family === 'approach');
  const rewriting = mutators.filter(({ family }) => family !== 'approach');
  const composed = composePrompts(task, { ...deps, ...composition, mutators: rewriting, count });
  if (framing.length === 0) return composed;
  const framed = mutatePrompts(task, { ...deps, mutators: framing });
  return {
    variants: [...composed.variants, ...framed.variants.slice(1)],
    refusals: [...composed.refusals, ...framed.refusals],
    applicable: [...composed.applicable, ...framed.applicable].sort(),
  };
}
