import { isRivalVariant, rivalVariant } from '../core/arm.ts';
import type { ReplyPurpose } from '../core/chat.ts';
import { groupBy, groupByTask } from '../core/group-by.ts';
import { isShared } from '../core/imported-samples.ts';
import { type ExecutionMatrix, restrictMatrix } from '../core/matrix.ts';
import type { Variant } from '../core/mutation.ts';
import { type Origin, sampleKey } from '../core/program.ts';
import { createRng } from '../core/random.ts';
import type { Rival } from '../core/rival.ts';
import type { Task } from '../core/task.ts';
import type { ArmSamples } from '../records/run-record.ts';
import { type Deps, type PlannedTask, plannedKey, type SamplingPlan, type StageStore } from './deps.ts';

export const budgetOf = ({ variants, samples, most = Number.POSITIVE_INFINITY }: SamplingPlan): number =>
  Math.min(variants * samples, most);

/**
 * At most `count` variants, the original first; the others drawn by seed and task so that mutators and families take
 * turns, and none of several families has more than half of them.
 */
export function chooseVariants(variants: readonly Variant[], count: number, seed: number): readonly Variant[] {
  const [original, ...mutants] = variants;
  if (!original) return [];
  const rng = createRng(seed).fork('choose-variants', original.taskId);
  const inTurns = (items: readonly Variant[], nameOf: (variant: Variant) => string) => {
    const groups = groupBy(items, nameOf);
    const turnOf = (variant: Variant) => groups.get(nameOf(variant))?.indexOf(variant) ?? 0;
    return items.toSorted((a, b) => turnOf(a) - turnOf(b));
  };
  const byMutator = inTurns(rng.shuffle(mutants), ({ mutation }) => mutation?.mutator ?? '');
  const byFamily = inTurns(byMutator, familyOf);
  return [original, ...withoutMajority(byFamily.slice(0, Math.max(0, count - 1)))];
}

/** The family of a rewrite; frames are approaches, also those written by a model. */
const familyOf = ({ mutation }: Variant): string => (mutation?.framed ? 'approach' : (mutation?.family ?? ''));

/** Without the last ones of a family that has more than half of them, where there are other families. */
function withoutMajority(chosen: readonly Variant[]): readonly Variant[] {
  const groups = groupBy(chosen, familyOf);
  return chosen.filter((variant) => {
    const own = groups.get(familyOf(variant)) ?? [];
    const others = chosen.length - own.length;
    return others === 0 || own.indexOf(variant) < others;
  });
}

/** N = variants * samples of each arm: of the original, or dealt over the variants in turn. Arms share samples. */
export function planArms(variants: readonly Variant[], plan: SamplingPlan): readonly ArmSamples[] {
  const budget = budgetOf(plan);
  const [original] = variants;
  if (!original) return [];
  const fromOriginal = samplesOf(original.id, 0, budget);
  const spread = fromOriginal.map((_, index) => ({
    variantId: (variants[index % variants.length] ?? original).id,
    sample: Math.floor(index / variants.length),
  }));
  return plan.arms.map((arm) => {
    const rival = plan.rivals?.find(({ name }) => name === arm);
    if (rival) return planRival(rival, fromOriginal, original);
    return { arm, samples: arm === 'mutation-ensemble' ? spread : fromOriginal };
  });
}

const samplesOf = (variantId: string, from: number, to: number): readonly Origin[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => ({ variantId, sample: from + at }));

/** A rival's samples: programs and test replies of the original, and a place for every program that may be repaired. */
function planRival(rival: Rival, pool: readonly Origin[], { id: variantId, taskId }: Variant): ArmSamples {
  const { programs, testReplies, repairs = 0 } = rival.split(pool.length);
  const repaired = samplesOf(rivalVariant(taskId, rival.name), 0, repairs);
  // Test replies beyond the pool are further ones of the original.
  const tests = [...pool.slice(0, testReplies), ...samplesOf(variantId, pool.length, testReplies)];
  return { arm: rival.name, samples: [...pool.slice(0, programs), ...repaired], tests };
}

/** Every sample that some arm needs a reply of, once; `baseline` selects nothing and needs no tests. */
export function neededSamples(arms: readonly ArmSamples[], purpose: Exclude<ReplyPurpose, 'mutation'>) {
  const asking = arms.filter(({ arm }) => purpose === 'program' || arm !== 'baseline');
  const all = asking.flatMap((arm) => (purpose === 'tests' ? (arm.tests ?? arm.samples) : arm.samples));
  const drawn = all.filter(({ variantId }) => !isRivalVariant(variantId));
  return [...new Map(drawn.map((ref) => [sampleKey(ref), ref])).values()];
}

/** Stage 2 of every task, recorded one by one, its variants first; a task on record keeps the variants that it has. */
export async function planEach(
  tasks: readonly Task[],
  { store, progress, signal }: Pick<Deps, 'progress' | 'signal'> & StageStore,
  plan: (task: Task) => Omit<PlannedTask, 'task'>,
): Promise<readonly PlannedTask[]> {
  const [log, known] = [store.log('tasks'), store.log('variants')];
  const stored = groupByTask(known.all());
  const planned: PlannedTask[] = [];
  for (const task of tasks) {
    signal.throwIfAborted();
    const { id: taskId, entryPoint, labels, date, prompt } = task;
    const key = plannedKey(task);
    const record = log.get(key);
    const own = record
      ? { variants: stored.get(taskId) ?? [], refusals: record.refusals, arms: record.armSamples }
      : plan(task);
    if (!record) {
      for (const variant of own.variants) if (!known.get(variant.id)) await known.append(variant);
      const { refusals, arms: armSamples } = own;
      await log.append({ key, taskId, promptText: prompt.text, entryPoint, labels, date, refusals, armSamples });
    }
    planned.push({ task, ...own });
    progress.advance();
  }
  return planned;
}

/** The part of a matrix that samples account for: of programs, and of tests if these have others. */
export function armMatrix(matrix: ExecutionMatrix, samples: readonly Origin[], tests: readonly Origin[] = samples) {
  const isAmong = (refs: readonly Origin[]) => {
    const wanted = new Set(refs.map(sampleKey));
    return (origin: Origin) => wanted.has(sampleKey(origin));
  };
  const isTest = isAmong(tests);
  return restrictMatrix(matrix, {
    program: isAmong(samples),
    test: (origin) => isShared(origin) || isTest(origin),
  });
}
