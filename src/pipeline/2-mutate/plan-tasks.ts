import { groupBy } from '../../core/group-by.ts';
import { hashOf } from '../../core/hash.ts';
import { compositionOf, isAlone } from '../../core/strength.ts';
import type { Task } from '../../core/task.ts';
import { forAllTasks } from '../ask-model.ts';
import { type Deps, type PlannedTask, plannedKey, type StageStore } from '../deps.ts';
import { chooseVariants, planArms, planEach } from '../plan-samples.ts';
import { makeVariants } from './compose-mutations.ts';
import { joinMutated, type MutatedTask } from './mutate-prompts.ts';
import { mutateWithModel } from './mutate-with-model.ts';

type PlanDeps = Pick<Deps, 'plan' | 'mutators' | 'guards' | 'written' | 'recorded' | 'progress' | 'signal'> &
  StageStore;

/** Variants asked of each mutator, so that together they can fill the plan. */
function perMutatorOf({ plan, mutators, written }: PlanDeps): number {
  return Math.max(1, Math.ceil((plan.variants - 1) / Math.max(1, mutators.length + (written?.mutators.length ?? 0))));
}

/** Has models write mutations for tasks, all at once. */
async function writeMutations(tasks: readonly Task[], deps: PlanDeps): Promise<ReadonlyMap<string, MutatedTask>> {
  const { written, guards, plan } = deps;
  if (!written || plan.variants < 2) return new Map();
  const shared = { ...written, guards, sampling: plan, seed: plan.seed, perMutator: perMutatorOf(deps) };
  const made = await forAllTasks(tasks, deps.signal, async (task, signal) => {
    return [task.id, await mutateWithModel(task, { ...shared, signal })] as const;
  });
  return new Map(made);
}

function makeOwn(task: Task, deps: PlanDeps, written: MutatedTask | undefined): MutatedTask {
  const { mutators, guards, plan } = deps;
  const count = plan.variants - 1;
  const composition = compositionOf(plan);
  const shared = { mutators, guards, seed: plan.seed, count, perMutator: perMutatorOf(deps) };
  const own = makeVariants(task, { ...shared, composition: isAlone(composition) || count < 1 ? null : composition });
  const all = written ? joinMutated([own, written]) : own;
  // The first of each text and renaming.
  const groups = groupBy(all.variants, ({ prompt, mutation }) => hashOf(prompt, mutation?.renames ?? {}));
  const distinct = [...groups.values()].flatMap(([first]) => first ?? []);
  return { ...all, variants: chooseVariants(distinct, plan.variants, plan.seed) };
}

/** Stage 2: variants as recorded, or as rules and models make them. */
export async function planTasks(tasks: readonly Task[], deps: PlanDeps): Promise<readonly PlannedTask[]> {
  const { store, plan, recorded, progress } = deps;
  progress.start('mutate', tasks.length);
  const earlierOf = ({ id }: Task) => recorded?.variantsOf(id).slice(0, plan.variants) ?? [];
  const isOpen = (task: Task) => !store.log('tasks').get(plannedKey(task)) && earlierOf(task).length === 0;
  const written = await writeMutations(tasks.filter(isOpen), deps);
  return planEach(tasks, deps, (task) => {
    const earlier = { variants: earlierOf(task), refusals: recorded?.refusalsOf?.(task.id) ?? [] };
    const own = earlier.variants.length > 0 ? earlier : makeOwn(task, deps, written.get(task.id));
    return { ...own, arms: planArms(own.variants, plan) };
  });
}
