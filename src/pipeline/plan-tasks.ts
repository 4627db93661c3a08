import { hashOf } from '../core/hash.ts';
import type { Variant } from '../core/mutation.ts';
import type { RefusalRecord } from '../core/run-record.ts';
import type { Task } from '../core/task.ts';
import { mutatePrompts } from './2-mutate-prompts.ts';
import type { Deps } from './deps.ts';
import { chooseVariants, planArms } from './plan-samples.ts';
import type { PlannedTask } from './planned-task.ts';

type PlanDeps = Pick<Deps, 'plan' | 'mutators' | 'guards' | 'recorded' | 'store' | 'progress' | 'signal'>;

function variantsOf(
  task: Task,
  { plan, mutators, guards, recorded }: PlanDeps,
): { variants: readonly Variant[]; refusals: readonly RefusalRecord[] } {
  const earlier = recorded?.variantsOf(task.id) ?? [];
  if (earlier.length > 0) return { variants: earlier.slice(0, plan.variants), refusals: [] };
  const perMutator = Math.max(1, Math.ceil((plan.variants - 1) / Math.max(1, mutators.length)));
  const { variants, refusals } = mutatePrompts(task, { mutators, guards, seed: plan.seed, perMutator });
  return { variants: chooseVariants(variants, plan.variants, plan.seed), refusals };
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
  for (const task of tasks) {
    signal.throwIfAborted();
    const key = hashOf('task', task.id, task.prompt.text);
    const known = stored.get(key);
    if (known) {
      const variants = variantLog.all().filter((variant) => variant.taskId === task.id);
      planned.push({ task, variants, refusals: known.refusals, arms: known.armSamples });
    } else {
      const { variants, refusals } = variantsOf(task, deps);
      const arms = planArms(variants, plan);
      for (const variant of variants) if (!variantLog.get(variant.id)) await variantLog.append(variant);
      const { entryPoint, labels, prompt } = task;
      await stored.append({
        key,
        taskId: task.id,
        promptText: prompt.text,
        entryPoint,
        labels,
        refusals,
        armSamples: arms,
      });
      planned.push({ task, variants, refusals, arms });
    }
    progress.advance();
  }
  return planned;
}
