import { hashOf } from '../../core/hash.ts';
import type { Variant } from '../../core/mutation.ts';
import { compositionOf, isAlone } from '../../core/strength.ts';
import type { Task } from '../../core/task.ts';
import type { RefusalRecord } from '../../records/run-record.ts';
import { forAllTasks } from '../ask-model.ts';
import type { Deps, StageStore } from '../deps.ts';
import { chooseVariants, planArms } from '../plan-samples.ts';
import { type PlannedTask, plannedKey, storePlanned } from '../planned-task.ts';
import { makeVariants } from './compose-mutations.ts';
import { type ModelMutations, mutateWithModel } from './mutate-with-model.ts';

type PlanDeps = Pick<Deps, 'plan' | 'mutators' | 'guards' | 'written' | 'recorded' | 'progress' | 'signal'> &
  StageStore;

/** Variants asked of each mutator, so that together they can fill the plan. */
function perMutatorOf({ plan, mutators, written }: PlanDeps): number {
  return Math.max(1, Math.ceil((plan.variants - 1) / Math.max(1, mutators.length + (written?.mutators.length ?? 0))));
}

const isRecorded = (task: Task, { recorded }: PlanDeps) => (recorded?.variantsOf(task.id).length ?? 0) > 0;

/** Has models write mutations for the unplanned tasks, all at once. */
async function writeMutations(tasks: readonly Task[], deps: PlanDeps): Promise<ReadonlyMap<string, ModelMutations>> {
  const { written, guards, plan, signal } = deps;
  if (!written || plan.variants < 2) return new Map();
  const { temperature, topP, maxTokens, seed } = plan;
  const shared = { ...written, guards, sampling: { temperature, topP, maxTokens }, seed };
  const open = tasks.filter((task) => !isRecorded(task, deps));
  const perMutator = perMutatorOf(deps);
  const made = await forAllTasks(open, signal, async (task, either) => {
    return [task.id, await mutateWithModel(task, { ...shared, perMutator, signal: either })] as const;
  });
  return new Map(made);
}

function variantsOf(
  task: Task,
  { plan, mutators, guards, recorded, ...deps }: PlanDeps,
  made: ModelMutations = { variants: [], refusals: [] },
): { variants: readonly Variant[]; refusals: readonly RefusalRecord[] } {
  const earlier = recorded?.variantsOf(task.id) ?? [];
  if (earlier.length > 0) {
    return { variants: earlier.slice(0, plan.variants), refusals: recorded?.refusalsOf?.(task.id) ?? [] };
  }
  const { seed } = plan;
  const composition = compositionOf(plan);
  const perMutator = perMutatorOf({ plan, mutators, guards, recorded, ...deps });
  const { variants, refusals } = makeVariants(task, {
    composition: isAlone(composition) || plan.variants < 2 ? null : composition,
    count: plan.variants - 1,
    mutators,
    guards,
    seed,
    perMutator,
  });
  const all = withoutDoubles([...variants, ...made.variants]);
  const chosen = chooseVariants(all, plan.variants, seed);
  return { variants: chosen, refusals: [...refusals, ...made.refusals] };
}

/** The first of each text and renaming. */
function withoutDoubles(variants: readonly Variant[]): readonly Variant[] {
  const keyOf = ({ prompt, mutation }: Variant) => hashOf(prompt, mutation?.renames ?? {});
  return [...new Map([...variants].reverse().map((variant) => [keyOf(variant), variant])).values()].reverse();
}

/**
 * Stage 2 over all tasks: variants and the samples of every arm, stored task by task. A task that is on record keeps
 * its variants, whatever the mutators of this version would make.
 */
export async function planTasks(tasks: readonly Task[], deps: PlanDeps): Promise<readonly PlannedTask[]> {
  const { store, plan, progress, signal } = deps;
  progress.start('mutate', tasks.length);
  const stored = store.log('tasks');
  const variantLog = store.log('variants');
  const planned: PlannedTask[] = [];
  const made = await writeMutations(
    tasks.filter((task) => !stored.get(plannedKey(task))),
    deps,
  );
  for (const task of tasks) {
    signal.throwIfAborted();
    const known = stored.get(plannedKey(task));
    if (known) {
      const variants = variantLog.all().filter((variant) => variant.taskId === task.id);
      planned.push({ task, variants, refusals: known.refusals, arms: known.armSamples });
    } else {
      const { variants, refusals } = variantsOf(task, deps, made.get(task.id));
      const arms = planArms(variants, plan);
      const fresh = { task, variants, refusals, arms };
      await storePlanned(fresh, store);
      planned.push(fresh);
    }
    progress.advance();
  }
  return planned;
}
